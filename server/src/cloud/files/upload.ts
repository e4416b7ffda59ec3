/** The second step of an upload: a form without its own signature; its fields are the ticket. */
import multipart, { type Multipart } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type FileDeps, PICTURE_BYTES_MAX, receiveUpload } from "../../domain/files/actions.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { Refusal } from "../../platform/refusal.ts";

export const UPLOAD_PATH = "/upload";

/** Bytes of a form besides its file. */
const FORM_BYTES_MAX = 64 * 1024;

/** RFC 2046, 5.1.1: the maximum length of a boundary, in characters. */
const BOUNDARY_LENGTH_MAX = 70;

/**
 * Refuses BAD_REQUEST for a boundary that is too long; the form parser fails for one of more than
 * 256 characters.
 */
function checkBoundary(request: FastifyRequest): void {
  const [, boundary = ""] =
    /;\s*boundary=([^;]*)/i.exec(request.headers["content-type"] ?? "") ?? [];
  const quotes = boundary.startsWith('"') ? 2 : 0;
  if (boundary.length - quotes > BOUNDARY_LENGTH_MAX) throw new Refusal("BAD_REQUEST");
}

/**
 * Yields the parts of a form. Refuses FILE_TICKET when the parser throws any error without a code.
 */
async function* readFormParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    const isNamed = error instanceof Error && "code" in error;
    throw isNamed ? error : new Refusal("FILE_TICKET");
  }
}

type Parts = { readonly context: Context; readonly db: Db; readonly files: FileDeps };

/**
 * Receives an upload. The file must come after the fields, as in the protocol: no file is read
 * without a ticket.
 */
async function receiveForm({ context, db, files }: Parts, request: FastifyRequest): Promise<void> {
  // A Map, because the names come from outside.
  const fields = new Map<string, string>();
  checkBoundary(request);
  for await (const part of readFormParts(request)) {
    if (part.type === "field") {
      if (typeof part.value === "string") fields.set(part.fieldname, part.value);
      continue;
    }
    if (part.fieldname !== "file") throw new Refusal("FILE_TICKET");
    const read = () => part.toBuffer();
    return receiveUpload(context, db, files, {
      fields: Object.fromEntries(fields),
      address: request.ip,
      read,
    });
  }
  throw new Refusal("FILE_TICKET");
}

/**
 * Mounts `POST /upload` in a scope of its own, since it parses forms while the cloud endpoint keeps
 * raw bytes.
 */
export async function mountUpload(app: FastifyInstance, parts: Parts): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, {
    throwFileSizeLimit: true,
    limits: { fileSize: PICTURE_BYTES_MAX, files: 1, fields: 10, fieldSize: 4_096, parts: 11 },
  });
  const options = { schema: { hide: true }, bodyLimit: PICTURE_BYTES_MAX + FORM_BYTES_MAX };
  app.post(UPLOAD_PATH, options, async (request, reply) => {
    const declared = Number(request.headers["content-length"] ?? 0);
    if (declared > options.bodyLimit) throw new Refusal("FILE_LARGE");
    await receiveForm(parts, request);
    return reply.code(204).send();
  });
}
