/** Turns domain events into messages. A repeated event changes nothing. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { DomainEvent, DomainEventSubscriber } from "../../../platform/jobs/domain-events.ts";
import { readSupportContact, supportContactText } from "../../../platform/support-contact.ts";
import type { MessageDeps } from "../port.ts";
import { compose, templateOf } from "../templates.ts";
import { createAndPushMessage } from "./create.ts";

const isOfOrder = ({ kind }: DomainEvent): boolean => kind.startsWith("order.");

export const messageSubscriber =
  (context: Context, db: Db, deps: Pick<MessageDeps, "orders" | "pusher">): DomainEventSubscriber =>
  async (event) => {
    const template = templateOf(event.kind);
    if (!template) return;
    const { memberId, ref, data = {} } = event;
    const order = isOfOrder(event) ? await deps.orders.orderOf(memberId, ref) : undefined;
    const draft = compose(template, event, {
      ref,
      data,
      order,
      service: supportContactText(await readSupportContact(db)),
    });
    await createAndPushMessage(context, db, deps, draft, template);
  };
