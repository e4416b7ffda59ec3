/**
 * An image whose box is reserved from the start (D12): loaded when near the screen, measured and
 * faded in; a failed image shows an error and can be retried.
 */
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from "react";
import { fitOf } from "../device/image-fit.ts";
import { naturalSizeOf } from "../device/image-size.ts";
import styles from "./adaptive-image.module.css";

/** Distance below the screen at which an image begins to load. */
const AHEAD = "320px 0px";
const FAILED = "图片加载失败";

type ImageState =
  | { readonly is: "coming" }
  | { readonly is: "shown"; readonly fit: "cover" | "contain" }
  | { readonly is: "failed"; readonly message: string };

type AdaptiveImageProps = {
  readonly src: string;
  readonly alt: string;
  /** Width divided by height of the reserved box; 4/3 by default. */
  readonly ratio?: number;
};

/** True from the first time the box is near the screen. */
function useNear(box: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!box.current || isNear) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: AHEAD },
    );
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [box, isNear]);
  return isNear;
}

/** Another `src` is another image, so loading starts again. */
export const AdaptiveImage = (props: AdaptiveImageProps) => <Measured key={props.src} {...props} />;

function Measured({ src, alt, ratio = 4 / 3 }: AdaptiveImageProps) {
  const box = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const isNear = useNear(box);
  const [state, setState] = useState<ImageState>({ is: "coming" });
  const [tries, setTries] = useState(0);
  const isWanted = isNear && state.is !== "failed";

  useEffect(() => {
    if (!isWanted || !image.current) return;
    const gone = new AbortController();
    naturalSizeOf(image.current, { signal: gone.signal }).then(
      (size) => setState({ is: "shown", fit: fitOf(size, ratio) }),
      ({ message }: Error) => setState({ is: "failed", message: message }),
    );
    return () => gone.abort();
  }, [isWanted, ratio, tries]);

  const boxStyle: CSSProperties = { aspectRatio: ratio };
  const retry = () => {
    setState({ is: "coming" });
    setTries(tries + 1);
  };
  return (
    <div ref={box} className={styles.box} style={boxStyle} aria-busy={state.is === "coming"}>
      {isWanted && (
        <img
          key={tries}
          ref={image}
          className={styles.image}
          src={src}
          alt={alt}
          data-fit={state.is === "shown" ? state.fit : undefined}
          onError={() => setState({ is: "failed", message: FAILED })}
        />
      )}
      {state.is === "failed" && (
        <div className={styles.failed}>
          <p role="status">{state.message}</p>
          <button
            type="button"
            className={styles.retry}
            onClick={retry}
            aria-label={`重新加载${alt}`}
          >
            重新加载
          </button>
        </div>
      )}
    </div>
  );
}
