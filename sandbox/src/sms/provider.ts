/** The sandbox SMS provider: accepts signed messages, each dedupe key once, and stores them. */
import type { FastifyInstance } from "fastify";
import type { Clock } from "../clock.ts";
import type { Journal } from "../journal.ts";

export type TextMessage = {
  messageId: string;
  dedupeKey: string;
  phone: string;
  text: string;
  code?: string;
  /** ISO instant. */
  at: string;
};

type MessageRequest = { phone: string; text: string; code?: string; dedupeKey: string };

const body = {
  type: "object",
  required: ["phone", "text", "dedupeKey"],
  properties: {
    phone: { type: "string", pattern: "^\\d{5,15}$" },
    text: { type: "string", minLength: 1, maxLength: 500 },
    code: { type: "string", minLength: 1, maxLength: 32 },
    dedupeKey: { type: "string", minLength: 1, maxLength: 128 },
  },
};

export function addSmsRoutes(app: FastifyInstance, journal: Journal<TextMessage>, clock: Clock) {
  app.post<{ Body: MessageRequest }>("/sms/v1/messages", { schema: { body } }, async (request) => {
    const known = journal.get(request.body.dedupeKey);
    if (known) return { messageId: known.messageId };
    const { phone, text, code, dedupeKey } = request.body;
    const messageId = `SMS${String(journal.values().length + 1).padStart(8, "0")}`;
    const at = clock.now().toISOString();
    const message = { messageId, dedupeKey, phone, text, at, ...(code ? { code } : {}) };
    journal.put(dedupeKey, message);
    return { messageId };
  });
}
