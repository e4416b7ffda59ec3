/** Assembles the sandbox WeChat Pay: its calls, test routes and pages around one shared state. */
import type { FastifyInstance } from "fastify";
import { createSeededRandom } from "../seeded-random.ts";
import { addWechatPayPage } from "./page.ts";
import { addWechatPayProtocol } from "./protocol.ts";
import { addWechatPayRoutes } from "./routes.ts";
import { addTransferPage, addTransferRoutes } from "./transfers-page.ts";
import {
  createBackend,
  openJournals,
  type WechatPayOptions,
  type WechatPayParts,
} from "./backend.ts";

const ANSWER_DELAY_MS = 9_000;

/** Adds the calls, the test routes and the pages, in one scope of the app. */
export function addWechatPay(
  app: FastifyInstance,
  parts: WechatPayParts,
  options: WechatPayOptions,
): void {
  const journals = openJournals(options.dataDir);
  const chance = createSeededRandom(options.seed ?? 1);
  const backend = createBackend(parts, journals, { chance, options });
  const answerDelayMs = options.answerDelayMs ?? ANSWER_DELAY_MS;
  app.register(async (scope) =>
    addWechatPayProtocol(scope, { ...parts, ...backend, chance, answerDelayMs }),
  );
  app.register(async (scope) => {
    addWechatPayRoutes(scope, backend);
    addTransferRoutes(scope, backend);
    addWechatPayPage(scope, backend);
    addTransferPage(scope, backend);
  });
  app.addHook("onListen", async () => {
    backend.refunds.resume();
    backend.transfers.resume();
    backend.notices.resume();
  });
  app.addHook("onClose", async () => {
    for (const journal of Object.values(journals)) journal.close();
  });
}
