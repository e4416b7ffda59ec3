/** Downloads the background image of a poster (U12). */
import { download, TIMEOUT_MS } from "./http.ts";
import { renewSession } from "./session.ts";
import { withTimeout } from "./with-timeout.ts";
import { tokenState } from "./token.ts";

/** The message is shown to the member (spec §7); `cause` is for the log. */
export class BackgroundImageFailure extends Error {
  override readonly name = "BackgroundImageFailure";
  constructor(cause: unknown) {
    super("下载背景图片失败", { cause });
  }
}

async function imageAt(path: string, query: Query): Promise<Blob> {
  if (tokenState() === "expired") await renewSession();
  const { bytes, type } = await download(path, query);
  // For an unknown address the server returns the HTML page of the app, which no canvas can draw.
  if (!type.startsWith("image/"))
    throw new Error(`${type || "an empty type"} is not an image type`);
  return new Blob([bytes], { type });
}

type Query = Readonly<Record<string, unknown>>;

/**
 * Returns the bytes of an image of our server, for a canvas or an object URL; `path` is relative to
 * the API host unless it is a full URL. Rejects with BackgroundImageFailure when it does not arrive
 * within 60 s or is not an image.
 */
export const downloadBackgroundImage = (path: string, query: Query = {}): Promise<Blob> =>
  withTimeout(imageAt(path, query), TIMEOUT_MS).catch((cause: unknown) => {
    throw new BackgroundImageFailure(cause);
  });
