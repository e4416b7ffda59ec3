/** Fetches the picture a poster is drawn upon (U12). */
import { download, TIMEOUT_MS } from "./http.ts";
import { renewSession } from "./session.ts";
import { withTimeout } from "./with-timeout.ts";
import { tokenState } from "./token.ts";

/** The message is what a member reads (spec §7); `cause` is for the log. */
export class BackgroundImageFailure extends Error {
  override readonly name = "BackgroundImageFailure";
  constructor(cause: unknown) {
    super("下载背景图片失败", { cause });
  }
}

async function imageAt(path: string, query: Query): Promise<Blob> {
  if (tokenState() === "expired") await renewSession();
  const { bytes, type } = await download(path, query);
  // An unknown address of our own is answered with the app's page, which no canvas can draw.
  if (!type.startsWith("image/")) throw new Error(`${type || "nothing"} is no image`);
  return new Blob([bytes], { type });
}

type Query = Readonly<Record<string, unknown>>;

/**
 * The bytes of an image of our own, ready for a canvas or an object URL; `path` is relative to the
 * API host unless it is a full URL. Rejects with BackgroundImageFailure when it does not come
 * within 60 s or is no image.
 */
export const downloadBackgroundImage = (path: string, query: Query = {}): Promise<Blob> =>
  withTimeout(imageAt(path, query), TIMEOUT_MS).catch((cause: unknown) => {
    throw new BackgroundImageFailure(cause);
  });
