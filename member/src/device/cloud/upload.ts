/**
 * Uploads files to the cloud: requests an upload ticket, then posts the form it describes (C05,
 * C06).
 */
import { attempt } from "../attempt.ts";
import { TIMEOUT_MS } from "../http.ts";
import { renewSession } from "../session.ts";
import { storedToken, tokenState } from "../token.ts";
import type { CloudConfig } from "./config.ts";
import { runIntercepted } from "./interceptors.ts";
import { CloudFailure, filesCall, invalidParam, NETWORK_ERROR_TEXT, sendCloud } from "./send.ts";

export const UPLOAD_FAILED = "UPLOAD_FAILED";
const CONCURRENT_UPLOADS_MAX = 5;

export type UploadOptions = {
  readonly cloudPath: string;
  readonly file: Blob;
  /** The file name sent in the form. */
  readonly fileName?: string;
  /** Called with the bytes sent and the total bytes. */
  readonly onProgress?: (sent: number, total: number) => void;
};

/**
 * Returns the path without one leading slash. Throws CloudFailure INVALID_PARAM with the spec's
 * message.
 */
export function validateCloudPath(cloudPath: unknown): string {
  if (typeof cloudPath !== "string") throw invalidParam("cloudPath必须为字符串类型");
  const path = cloudPath.trim();
  if (path === "") throw invalidParam("cloudPath不可为空");
  if (path.includes("://")) throw invalidParam("cloudPath不合法");
  return path.replace(/^\//, "");
}

type Ticket = {
  readonly file_id: string;
  readonly upload_url: string;
  readonly form_data: readonly { readonly key: string; readonly value: string }[];
};

const isTicket = (value: unknown): value is { success: true; data: Ticket } =>
  typeof value === "object" && value !== null && "success" in value && value.success === true;

/**
 * Returns the member's token header in addition to the signature, so that the file belongs to this
 * member.
 */
async function ownToken(): Promise<Readonly<Record<string, string>>> {
  if (tokenState() === "expired") await renewSession();
  const token = storedToken();
  return token === "" ? {} : { "x-uni-id-token": token };
}

export const ownFilesCall = async () => {
  const { signed, unsigned } = filesCall();
  return { signed, unsigned: { ...unsigned, ...(await ownToken()) } };
};

async function fetchUploadTicket(config: CloudConfig, path: string): Promise<Ticket> {
  const { result } = await sendCloud(config, {
    method: "GET",
    path: `/${path}`,
    query: "post_url",
    ...(await ownFilesCall()),
  });
  if (!isTicket(result)) throw new CloudFailure({});
  return result.data;
}

const uploadFailed = (body: string): CloudFailure => {
  const message = attempt<{ message?: unknown }>(() => JSON.parse(body))?.message;
  const text = typeof message === "string" && message !== "" ? message : "文件上传失败，请再试一次";
  return new CloudFailure({ errCode: UPLOAD_FAILED, errMsg: "文件上传失败", userMessage: text });
};

// Uses XMLHttpRequest because `fetch` does not report the progress of an upload.
function sendForm(address: string, form: FormData, options: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const line = new XMLHttpRequest();
    line.open("POST", address);
    line.timeout = TIMEOUT_MS;
    line.upload.onprogress = ({ loaded, total }) => options.onProgress?.(loaded, total);
    line.onload = () => (line.status < 400 ? resolve() : reject(uploadFailed(line.responseText)));
    line.onerror = () => reject(uploadFailed(JSON.stringify({ message: NETWORK_ERROR_TEXT })));
    line.ontimeout = line.onerror;
    line.send(form);
  });
}

/**
 * Uploads one file. Rejects with CloudFailure: INVALID_PARAM for the path, SYS_ERR for the ticket,
 * UPLOAD_FAILED 文件上传失败 for the form; its `userMessage` is the server's reason, when it gave one.
 */
export const uploadFile = (
  config: CloudConfig,
  options: UploadOptions,
): Promise<{ fileID: string }> =>
  runIntercepted("uploadFile", options, () => uploadToCloud(config, options));

async function uploadToCloud(
  config: CloudConfig,
  options: UploadOptions,
): Promise<{ fileID: string }> {
  const path = validateCloudPath(options.cloudPath);
  const { file_id: fileID, upload_url, form_data } = await fetchUploadTicket(config, path);
  const form = new FormData();
  for (const { key, value } of form_data) form.append(key, value);
  form.append("file", options.file, options.fileName ?? path.slice(path.lastIndexOf("/") + 1));
  await sendForm(upload_url, form, options);
  return { fileID };
}

export type UploadManyOptions = {
  readonly files: readonly File[];
  /** The target folder in the cloud, without leading and trailing slashes. */
  readonly folder: string;
  /** Called with the index of the file, its bytes sent and its total bytes. */
  readonly onProgress?: (index: number, sent: number, total: number) => void;
};
/** The result of one file, in the given order; exactly one of the two fields is set. */
export type UploadResult = { readonly fileID?: string; readonly failure?: unknown };

/** Returns `{timestamp}_{index}{ending}`; the ending begins at the last dot. */
export const cloudNameOf = (name: string, index: number, now: number): string => {
  const dot = name.lastIndexOf(".");
  return `${now}_${index}${dot < 0 ? "" : name.slice(dot)}`;
};

/** Uploads files, five at a time. Never rejects: a failed file does not stop the others. */
export async function uploadFiles(
  config: CloudConfig,
  { files, folder, onProgress }: UploadManyOptions,
): Promise<UploadResult[]> {
  const now = Date.now();
  const ends: UploadResult[] = [];
  const waiting = files.map((file, index) => ({ file, index }));
  const sendOne = ({ file, index }: (typeof waiting)[number]): Promise<UploadResult> =>
    uploadFile(config, {
      file,
      cloudPath: `${folder}/${cloudNameOf(file.name, index, now)}`,
      onProgress: (sent, total) => onProgress?.(index, sent, total),
    }).catch((failure: unknown) => ({ failure }));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      ends[next.index] = await sendOne(next);
  };
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS_MAX }, work));
  return ends;
}
