/** Turns news into messages. Hearing the same twice changes nothing. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { News, NewsListener } from "../../../platform/jobs/news.ts";
import { callHotline } from "../../../platform/hotline.ts";
import type { MessageDeps } from "../port.ts";
import { compose, templateOf } from "../templates.ts";
import { deliver } from "./put.ts";

const isOfOrder = ({ kind }: News): boolean => kind.startsWith("order.");

export const newsListener =
  (context: Context, db: Db, deps: Pick<MessageDeps, "orders" | "pusher">): NewsListener =>
  async (news) => {
    const template = templateOf(news.kind);
    if (!template) return;
    const { memberId, ref, data = {} } = news;
    const order = isOfOrder(news) ? await deps.orders.orderOf(memberId, ref) : undefined;
    const draft = compose(template, news, {
      ref,
      data,
      order,
      service: callHotline(context.settings),
    });
    await deliver(context, db, deps, draft, template);
  };
