/** What a member does with a poster: keeps it, sends its link on, looks at it closely. */
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
 * Opens a poster over everything. In WeChat the browser's own menu answers a long press and saves;
 * elsewhere we do.
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

/** Saves by download; WeChat knows none, so there the poster is opened to be held. */
export function savePoster(shown: ShownPoster): void {
  if (!inWechat()) return downloadPoster(shown);
  void previewPosters([shown], 0);
  void toast(HOLD_TO_SAVE);
}

export async function copyPosterLink({ link }: PosterSheet): Promise<void> {
  if (await copyText(link)) await toast("链接已复制", { kind: "done" });
  else await notice({ title: "链接", content: link });
}

/** By the phone's own sheet; in WeChat only its menu sends, so it is pointed at; else the link is copied. */
export async function sharePoster(sheet: PosterSheet): Promise<void> {
  if (inWechat()) {
    return void (await notice({
      title: "分享给朋友",
      content: "点右上角「···」，选「发送给朋友」或「分享到朋友圈」，发出去的就是你的链接",
    }));
  }
  if (!("share" in navigator)) return copyPosterLink(sheet);
  // A sheet that was closed again is an answer too.
  await navigator.share({ ...sheet.share, url: sheet.link }).catch(() => undefined);
}
