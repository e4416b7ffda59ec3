/**
 * The file endpoint of the cloud protocol (cloud-protocol.md 8): upload tickets, uploads, signed
 * links and downloads.
 */
import { unescape } from "node:querystring";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type FileDeps,
  type LinkRequest,
  linksFor,
  issueTicket,
} from "../../domain/files/actions.ts";
import type { Authenticator } from "../../domain/members/actions.ts";
import { requestOriginOf } from "../../platform/http/caller.ts";
import { parseJson } from "../../platform/http/body.ts";
import { Refusal } from "../../platform/refusal.ts";
import { verifyCall, CLOUD_PREFIX, type CloudParts } from "../verify-call.ts";
import { CloudRefusal } from "../refusal.ts";
import { partsOf } from "../signature.ts";
import { answerFileRefusals } from "./answers.ts";
import { sendLinkedFile } from "./download.ts";
import { mountUpload, UPLOAD_PATH } from "./upload.ts";

export type CloudFilesParts = CloudParts & {
  readonly authenticator: Authenticator;
  readonly files: FileDeps;
  /** The product's own origin if it is configured; otherwise the request's host is used. */
  readonly publicOrigin: string | undefined;
};

const LINKS_MAX = 50;

const originOf = ({ publicOrigin }: CloudFilesParts, request: FastifyRequest): string =>
  publicOrigin ?? requestOriginOf(request);

/**
 * Returns the member of the token that our own client sends beside the signature; `undefined` for
 * other clients, which send no token here. Refuses AUTH_EXPIRED for an invalid token.
 */
async function ownerOf(
  { authenticator }: CloudFilesParts,
  request: FastifyRequest,
): Promise<string | undefined> {
  const token = request.headers["x-uni-id-token"];
  if (typeof token !== "string" || token === "") return undefined;
  const member = await authenticator.member(token);
  if (!member) throw new Refusal("AUTH_EXPIRED");
  return member.memberId;
}

async function issueUploadTicket(parts: CloudFilesParts, request: FastifyRequest, path: string) {
  const { spaceId } = await verifyCall(parts, request, "file");
  const ownerId = await ownerOf(parts, request);
  const who = { ownerId, address: request.ip };
  const ticket = await issueTicket(parts.context, parts.db, { ...who, spaceId, cloudPath: path });
  return {
    success: true,
    data: {
      file_id: ticket.id,
      upload_url: `${originOf(parts, request)}${CLOUD_PREFIX}${UPLOAD_PATH}`,
      form_data: ticket.fields,
    },
  };
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;

/**
 * Converts `expire`, the lifetime of a link in seconds, to ms; `undefined` without one. Refuses
 * FILE_LIST.
 */
function lifetimeMsOf(expire: unknown): number | undefined {
  if (expire === undefined) return undefined;
  if (typeof expire !== "number" || !(expire > 0))
    throw new Refusal("FILE_LIST", { fault: "的expire必须是大于0的秒数" });
  return Math.floor(expire * 1000);
}

/** Returns the 1 to 50 requested links. Refuses FILE_LIST and FILE_ID. */
function parseLinks(body: unknown): LinkRequest[] {
  const list = fieldOf(Buffer.isBuffer(body) ? parseJson(body.toString()) : body, "file_list");
  if (!Array.isArray(list) || list.length === 0)
    throw new Refusal("FILE_LIST", { fault: "不能为空数组" });
  if (list.length > LINKS_MAX) throw new Refusal("FILE_LIST", { fault: "数组长度不能超过50" });
  return list.map((entry) => {
    const path = fieldOf(entry, "file_id");
    if (typeof path !== "string") {
      throw new Refusal("FILE_LIST", { fault: "的元素必须是非空的字符串" });
    }
    if (path === "") throw new Refusal("FILE_ID");
    return { path, lifetimeMs: lifetimeMsOf(fieldOf(entry, "expire")) };
  });
}

async function issueLinks(parts: CloudFilesParts, request: FastifyRequest) {
  await verifyCall(parts, request, "file");
  const readerId = await ownerOf(parts, request);
  const requested = parseLinks(request.body);
  const links = await linksFor(parts.context, parts.db, { links: requested, readerId });
  const origin = originOf(parts, request);
  return {
    success: true,
    data: {
      // Each id is returned as received and in its place; an unreadable one has an empty URL.
      file_list: requested.map(({ path }, index) => {
        const link = links[index];
        return { file_id: path, download_url: link === undefined ? "" : origin + link };
      }),
    },
  };
}

/**
 * Returns the keys that every client of this space has. Our own client fetches them instead of
 * having them built in.
 */
function clientKeys({ keys }: CloudFilesParts, reply: FastifyReply) {
  if (!keys) throw new CloudRefusal("CLOUD_CLOSED");
  const { spaceId, appId, accessKey, secretKey } = keys;
  // Only for our own pages; the pages of others have their own configuration.
  reply.removeHeader("access-control-allow-origin");
  return { spaceId, spaceAppId: appId, accessKey, secretKey };
}

const KEYS_PATH = "client.json";

/** Registers the file routes on the cloud's own instance: `GET /*`, `POST /` and `POST /upload`. */
export async function registerCloudFiles(
  cloud: FastifyInstance,
  parts: CloudFilesParts,
): Promise<void> {
  await cloud.register(async (app) => {
    answerFileRefusals(app);
    // Pages of any origin may show a file for which they have a link.
    app.addHook("onSend", async (_request, reply) => {
      reply.header("cross-origin-resource-policy", "cross-origin");
    });
    const hidden = { schema: { hide: true } };
    app.get("/*", hidden, async (request, reply) => {
      const { path: raw, query } = partsOf((request.raw.url ?? "").slice(CLOUD_PREFIX.length));
      const path = unescape(raw).replace(/^\//, "");
      reply.header("cache-control", "no-store");
      if (query === "post_url") return issueUploadTicket(parts, request, path);
      if (path === KEYS_PATH && query === "") return clientKeys(parts, reply);
      return sendLinkedFile(parts, request, reply, { path, query });
    });
    app.post("/", hidden, async (request, reply) => {
      const { query } = partsOf((request.raw.url ?? "").slice(CLOUD_PREFIX.length));
      if (query !== "download_url") throw new CloudRefusal("NOT_FOUND");
      reply.header("cache-control", "no-store");
      return issueLinks(parts, request);
    });
    await app.register((scope) => mountUpload(scope, parts));
  });
}
