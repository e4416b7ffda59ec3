/**
 * Sends file calls over HTTP as a client does: signed, with paths and forms as a browser sends
 * them.
 */
import { request as rawRequest } from "node:http";
import { expect } from "vitest";
import { type CloudResponse, signed, space, spaceHeaders } from "./signer.fixture.ts";

type Call = {
  readonly method?: "GET" | "POST";
  readonly path?: string;
  readonly query: string;
  readonly body?: string;
  readonly token?: string | undefined;
  readonly lifetimeMs?: number;
};
export const readResponse = async (answer: Response): Promise<CloudResponse> => {
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? {} : JSON.parse(text) };
};

type UploadTicket = {
  readonly file_id: string;
  readonly upload_url: string;
  readonly form_data: readonly { readonly key: string; readonly value: string }[];
};
export const uploadTicketOf = ({ body }: CloudResponse) => body["data"] as UploadTicket;

export function formOf(
  { form_data }: Pick<UploadTicket, "form_data">,
  bytes: Uint8Array,
  name = "1.jpg",
) {
  const form = new FormData();
  for (const { key, value } of form_data) form.append(key, value);
  form.append("file", new Blob([new Uint8Array(bytes)]), name);
  return form;
}

export const send = (address: string, form: FormData | string, type?: string) =>
  fetch(address, {
    method: "POST",
    body: form,
    ...(type ? { headers: { "content-type": type } } : {}),
  }).then(readResponse);

/** Returns the path of a file ID as the public client derives it, without the space. */
export const pathOf = (id: string) => id.replace(/^cloud:\/\/[^/]+\//, "");
export const listOf = (...ids: string[]) => ids.map((id) => ({ file_id: pathOf(id), expire: 600 }));
export const downloadUrlsIn = ({ body }: CloudResponse) =>
  (body["data"] as { file_list: { file_id: string; download_url: string }[] }).file_list;

/** `origin` and `picture` are functions, because the test environment starts later. */
export function fileCalls(origin: () => string, picture: () => Buffer) {
  /** Sends a signed file call; its path is encoded as a browser does it. */
  async function call({
    method = "GET",
    path = "/",
    query,
    body = "",
    token,
    lifetimeMs = 60_000,
  }: Call) {
    const at = Date.now();
    const headers = signed({
      method,
      path,
      query,
      body,
      headers: {
        ...spaceHeaders(space, at),
        "x-from-function-name": "",
        "x-data-api-type": "oss",
        "x-expire-timestamp": String(at + lifetimeMs),
      },
    });
    const onWire = path.split("/").map(encodeURIComponent).join("/");
    return fetch(`${origin()}/cloud${onWire}?${query}`, {
      method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { "x-uni-id-token": token }),
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
      },
      ...(method === "POST" ? { body } : {}),
    }).then(readResponse);
  }
  const ticket = (path: string, token?: string) => call({ path, query: "post_url", token });
  const links = (list: unknown, token?: string) =>
    call({
      method: "POST",
      query: "download_url",
      body: JSON.stringify({ file_list: list }),
      token,
    });

  async function uploaded(path = "/avatar/图 1.jpg", token?: string): Promise<string> {
    const one = uploadTicketOf(await ticket(path, token));
    expect((await send(one.upload_url, formOf(one, picture()))).status).toBe(204);
    return one.file_id;
  }
  /** Requests a path exactly as given, without a browser's normalization. */
  const rawGet = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const url = new URL(origin());
      rawRequest({ host: url.hostname, port: url.port, path }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on("error", reject)
        .end();
    });
  return { call, ticket, links, uploaded, rawGet };
}
