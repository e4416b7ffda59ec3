/** Fetches the picture a poster is drawn upon (U12). */
import { TIMEOUT_MS } from "./http.ts";
import { within } from "./task.ts";

/** The message is what a member reads (spec §7); `cause` is for the log. */
export class BackgroundImageFailure extends Error {
  override readonly name = "BackgroundImageFailure";
  constructor(cause: unknown) {
    super("下载背景图片失败", { cause });
  }
}

async function imageAt(url: string): Promise<Blob> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const image = await answer.blob();
  // An unknown address of our own is answered with the app's page, which no canvas can draw.
  if (!image.type.startsWith("image/")) throw new Error(`${image.type || "nothing"} is no image`);
  return image;
}

/**
 * The bytes of an image of our own, ready for a canvas or an object URL; rejects with
 * BackgroundImageFailure when it does not come within 60 s or is no image.
 */
export const downloadBackgroundImage = (url: string): Promise<Blob> =>
  within(imageAt(url), TIMEOUT_MS).catch((cause: unknown) => {
    throw new BackgroundImageFailure(cause);
  });
