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
  const world = createBackend(parts, journals, { chance, options });
  const answerDelayMs = options.answerDelayMs ?? ANSWER_DELAY_MS;
  app.register(async (scope) =>
    addWechatPayProtocol(scope, { ...parts, ...world, chance, answerDelayMs }),
  );
  app.register(async (scope) => {
    addWechatPayRoutes(scope, world);
    addTransferRoutes(scope, world);
    addWechatPayPage(scope, world);
    addTransferPage(scope, world);
  });
  app.addHook("onListen", async () => {
    world.refunds.resume();
    world.transfers.resume();
    world.notices.resume();
  });
  app.addHook("onClose", async () => {
    for (const journal of Object.values(journals)) journal.close();
  });
}
