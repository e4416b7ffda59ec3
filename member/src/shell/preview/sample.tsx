/** Shows every state of the app's images on the developer page: preview, long press, adaptive. */
import { useEffect, useState } from "react";
import { downloadBackgroundImage } from "../../device/background-image.ts";
import { AdaptiveImage } from "../adaptive-image.tsx";
import { toast } from "../facade/facade.ts";
import { useLongPress } from "../use-long-press.ts";
import type { PreviewImage } from "./preview-request.ts";
import { previewImages } from "./preview-images.ts";
import styles from "./sample.module.css";
import cup from "./samples/cup.svg?no-inline";
import meal from "./samples/meal.svg?no-inline";
import sea from "./samples/sea.svg?no-inline";

const images: readonly PreviewImage[] = [
  { src: sea, alt: "海边的灯塔" },
  { src: meal, alt: "一桶炸鸡和薯条" },
  { src: cup, alt: "一杯咖啡" },
];
/** No file of the app has this name, so the response is a plain 404. */
const MISSING = "/assets/no-such-image.svg";

const showLongPress = ({ alt }: PreviewImage) => void toast(`长按了${alt}`);

function Picture({ image, place }: { image: PreviewImage; place: number }) {
  const button = useLongPress<HTMLButtonElement>(() => showLongPress(image));
  const open = () => void previewImages({ images, start: place, onLongPress: showLongPress });
  return (
    <button ref={button} type="button" className={styles.picture} onClick={open}>
      <AdaptiveImage src={image.src} alt={image.alt} ratio={1} />
    </button>
  );
}

type Download = { readonly url?: string; readonly text?: string };

function Background() {
  const [{ url, text }, setDownload] = useState<Download>({});
  useEffect(() => () => URL.revokeObjectURL(url ?? ""), [url]);
  const fetchFrom = (address: string) => () =>
    void downloadBackgroundImage(new URL(address, location.href).href).then(
      (image) => setDownload({ url: URL.createObjectURL(image), text: `${image.size} 字节` }),
      ({ message }: Error) => setDownload({ text: message }),
    );
  return (
    <>
      <div className="flex wrap gap-2">
        <button type="button" className={styles.button} onClick={fetchFrom(sea)}>
          下载背景
        </button>
        <button type="button" className={styles.button} onClick={fetchFrom(MISSING)}>
          下载没有的背景
        </button>
      </div>
      <p role="status">{text}</p>
      {url && <AdaptiveImage src={url} alt="下载的背景" ratio={3 / 2} />}
    </>
  );
}

export function ImageSample() {
  return (
    <div className={styles.sample}>
      <section className={styles.block} aria-label="图片预览">
        <h2 className="text-16 strong">点开看大图，长按有提示</h2>
        <div className={styles.strip}>
          {images.map((image, place) => (
            <Picture key={image.src} image={image} place={place} />
          ))}
        </div>
      </section>
      <section className={styles.block} aria-label="自适应图片">
        <h2 className="text-16 strong">自适应图片：来了的和没有的</h2>
        <div className={styles.strip}>
          <AdaptiveImage src={sea} alt="灯塔" />
          <AdaptiveImage src={MISSING} alt="没有的图片" />
        </div>
      </section>
      <section className={styles.block} aria-label="海报背景">
        <h2 className="text-16 strong">海报背景</h2>
        <Background />
      </section>
    </div>
  );
}
