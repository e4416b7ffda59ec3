/**
 * Group robots: a webhook that takes texts in the forms of WeCom, DingTalk and Feishu, and a page
 * that shows what the groups received.
 */
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";
import { escaped, sendPage, shownTime } from "../page.ts";

export type RobotText = {
  readonly robot: string;
  readonly text: string;
  /** ISO instant. */
  readonly at: string;
};

/** A robot whose name begins with this answers 503 to the first call of every key. */
const FAILS_FIRST = "fails-first";
const SHOWN_MAX = 50;

type Call = {
  readonly Params: { readonly robot: string };
  readonly Body: {
    readonly text?: { readonly content: string };
    readonly content?: { readonly text: string };
  };
};
const content = { type: "string", minLength: 1, maxLength: 2_000 };
const schema = {
  params: {
    type: "object",
    properties: { robot: { type: "string", pattern: "^[a-z0-9-]{1,40}$" } },
  },
  body: {
    type: "object",
    properties: {
      text: { type: "object", required: ["content"], properties: { content } },
      content: { type: "object", required: ["text"], properties: { text: content } },
    },
  },
};

export function addRobots(app: FastifyInstance, journal: Journal<RobotText>, clock: Clock): void {
  const refusedOnce = new Set<string>();

  app.post<Call>("/robot/v1/:robot", { schema }, async (request, reply) => {
    const { robot } = request.params;
    const text = request.body.text?.content ?? request.body.content?.text;
    if (text === undefined) return { errcode: 40_008, errmsg: "no text" };
    const key = `${robot}:${String(request.headers["idempotency-key"] ?? request.id)}`;
    if (robot.startsWith(FAILS_FIRST) && !refusedOnce.has(key)) {
      refusedOnce.add(key);
      return reply.code(503).send({ errcode: -1, errmsg: "busy" });
    }
    if (!journal.get(key)) journal.put(key, { robot, text, at: clock.now().toISOString() });
    return { errcode: 0, errmsg: "ok" };
  });

  const newestFirst = () => journal.values().reverse().slice(0, SHOWN_MAX);
  app.get("/sandbox/robots/messages", async () => newestFirst());
  app.get("/sandbox/robots", async (_request, reply) => {
    const address = app.server.address();
    const origin = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
    const messages = newestFirst();
    return sendPage(reply, {
      path: "/sandbox/robots",
      title: "群机器人",
      lead: "提醒发到这里，不会真的发到群里",
      main:
        `<div class="card"><h2>机器人地址</h2><p>${escaped(origin)}/robot/v1/ops</p>
        <p class="quiet">最后一段可换成别的名字；以 ${FAILS_FIRST} 开头的每条先失败一次</p></div>` +
        (messages.map(card).join("") || '<div class="card empty">还没有消息</div>'),
      reloadSeconds: 5,
    });
  });
}

const card = ({ robot, text, at }: RobotText): string =>
  `<article class="card"><div class="row"><h2>${escaped(robot)}</h2>
  <time class="quiet" datetime="${at}">${shownTime(at)}</time></div><p>${escaped(text)}</p></article>`;
