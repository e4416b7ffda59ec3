/** The ETag of an answer. */
import { createHash } from "node:crypto";

/** Returns a strong ETag: the same content gives the same one. */
export const etagOf = (content: string | Buffer): string =>
  `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
