/** Requests temporary URLs of files, valid for ten minutes (C04). */
import type { CloudConfig } from "./config.ts";
import { runIntercepted } from "./interceptors.ts";
import { CloudFailure, invalidParam, sendCloud } from "./send.ts";
import { ownFilesCall } from "./upload.ts";

const MOST = 50;
const EXPIRE_SECONDS = 600;

export type TempFile = { readonly fileID: string; readonly tempFileURL: string };
type TempFileInput = { readonly fileList: readonly string[] };
type Answer = { readonly fileList: TempFile[] };

/** Refuses invalid lists before anything is sent, although the public client accepts them. */
function validateFileList(fileList: unknown): string[] {
  if (!Array.isArray(fileList) || fileList.length === 0) throw invalidParam("fileList不能为空数组");
  if (fileList.length > MOST) throw invalidParam("fileList数组长度不能超过50");
  return fileList.map((fileID: unknown) => {
    if (typeof fileID !== "string") throw invalidParam("fileList的元素必须是非空的字符串");
    if (fileID.trim() === "") throw invalidParam("fileID不合法");
    return fileID.trim();
  });
}

/** Returns the part of the file id after the cloud space. */
function pathOf(fileID: string): string {
  const [, path] = /^cloud:\/\/[^/]+\/(.+)$/s.exec(fileID) ?? [];
  if (path === undefined) throw invalidParam("fileID不合法");
  return path;
}

const isAnswer = (
  value: unknown,
): value is {
  data: { file_list: readonly { file_id: string; download_url: string }[] };
} => typeof value === "object" && value !== null && "success" in value && value.success === true;

/**
 * Returns one URL per file in the given order; empty for a file that does not exist or does not
 * belong to this member. Rejects with CloudFailure INVALID_PARAM or SYS_ERR.
 */
export const getTempFileURL = (config: CloudConfig, options: TempFileInput): Promise<Answer> =>
  runIntercepted("getTempFileURL", options, () => fetchTempUrls(config, options));

async function fetchTempUrls(config: CloudConfig, { fileList }: TempFileInput): Promise<Answer> {
  const fileIds = validateFileList(fileList);
  const { result } = await sendCloud(config, {
    method: "POST",
    path: "/",
    query: "download_url",
    ...(await ownFilesCall()),
    body: { file_list: fileIds.map((id) => ({ file_id: pathOf(id), expire: EXPIRE_SECONDS })) },
  });
  if (!isAnswer(result)) throw new CloudFailure({});
  return {
    fileList: result.data.file_list.map(({ file_id, download_url }) => ({
      fileID: `cloud://${config.spaceId}/${file_id}`,
      tempFileURL: download_url,
    })),
  };
}
