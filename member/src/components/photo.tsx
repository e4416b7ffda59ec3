/** An uploaded picture in the sizes and formats that the server made; it fills its box. */
import type { Photo as PhotoData } from "@yunjing/contract/schemas/benefit";
import styles from "./photo.module.css";

interface PhotoProps {
  readonly photo: PhotoData;
  /** The width of the box, as CSS: `96px`, `100vw`. */
  readonly sizes: string;
}

export function Photo({ photo: { pictureId, alt, widths }, sizes }: PhotoProps) {
  const pathOf = (width: number, format: "avif" | "webp") =>
    `/pictures/${pictureId}/${width}.${format}`;
  const setOf = (format: "avif" | "webp") =>
    widths.map((width) => `${pathOf(width, format)} ${width}w`).join(", ");
  const [smallest = 0] = widths;
  return (
    <picture>
      <source type="image/avif" srcSet={setOf("avif")} sizes={sizes} />
      <img
        className={styles.photo}
        src={pathOf(smallest, "webp")}
        srcSet={setOf("webp")}
        sizes={sizes}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
