/** The pretend WeChat Pay in one piece: its calls, its doors and its pages around one memory. */
import type { FastifyInstance } from "fastify";
import { createChance } from "../chance.ts";
import { addWechatPayPage } from "./page.ts";
import { addWechatPayProtocol } from "./protocol.ts";
import { addWechatPayRoutes } from "./routes.ts";
import { addTransferPage, addTransferRoutes } from "./transfers-page.ts";
import { createWorld, openJournals, type WechatPayOptions, type WechatPayParts } from "./world.ts";

const ANSWER_DELAY_MS = 9_000;

/** Adds the calls, the doors and the pages, in one scope of the app. */
export function addWechatPay(
  app: FastifyInstance,
  parts: WechatPayParts,
  options: WechatPayOptions,
): void {
  const journals = openJournals(options.dataDir);
  const chance = createChance(options.seed ?? 1);
  const world = createWorld(parts, journals, { chance, options });
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
