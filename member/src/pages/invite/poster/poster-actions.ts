/** The actions on a poster: save it, share its link, view it at full size. */
import type { Poster, PosterSheet } from "@yunjing/contract/schemas/posters";
import { copyText } from "../../../device/clipboard.ts";
import { platform } from "../../../device/platform.ts";
import { saveFile } from "../../../device/save-file.ts";
import { notice, toast } from "../../../shell/facade/facade.ts";
import type { Picture } from "./use-pictures.ts";

export type ShownPoster = { readonly poster: Poster; readonly picture: Picture };

const HOLD_TO_SAVE = "长按图片，选「保存图片」";

const inWechat = (): boolean => platform() === "mp-weixin-web";

const downloadPoster = ({ poster, picture }: ShownPoster) => {
  saveFile(picture.content, `云鲸权益-${poster.title}.png`);
  void toast("海报已保存到下载", { kind: "done" });
};

/**
 * Opens a poster at full size. In WeChat the browser's own menu handles a long press and saves the
 * picture; elsewhere the app saves it.
 */
export async function previewPosters(all: readonly ShownPoster[], start: number): Promise<void> {
  const { previewImages } = await import("../../../shell/preview/preview-images.ts");
  const images = all.map(({ poster, picture }) => ({ src: picture.src, alt: poster.alt }));
  const onLongPress = (held: { src: string }) => {
    const shown = all.find(({ picture }) => picture.src === held.src);
    if (shown) downloadPoster(shown);
  };
  await previewImages({ images, start, onLongPress: inWechat() ? undefined : onLongPress });
}

/** Downloads the poster. WeChat has no download, so there the poster is opened for a long press. */
export function savePoster(shown: ShownPoster): void {
  if (!inWechat()) return downloadPoster(shown);
  void previewPosters([shown], 0);
  void toast(HOLD_TO_SAVE);
}

export async function copyPosterLink({ link }: PosterSheet): Promise<void> {
  if (await copyText(link)) await toast("链接已复制", { kind: "done" });
  else await notice({ title: "链接", content: link });
}

/**
 * Shares the link with the phone's share sheet. In WeChat only its menu can share, so a hint points
 * to it; without a share sheet the link is copied.
 */
export async function sharePoster(sheet: PosterSheet): Promise<void> {
  if (inWechat()) {
    return void (await notice({
      title: "分享给朋友",
      content: "点右上角「···」，选「发送给朋友」或「分享到朋友圈」，发出去的就是你的链接",
    }));
  }
  if (!("share" in navigator)) return copyPosterLink(sheet);
  // Closing the share sheet is not an error.
  await navigator.share({ ...sheet.share, url: sheet.link }).catch(() => undefined);
}
