/** Evidence photos that were sent; a tap shows one at full size. */
import { previewImages } from "../../shell/preview/preview-images.ts";
import styles from "./evidence-photos.module.css";

export function ShownEvidence({ sources }: { readonly sources: readonly string[] }) {
  const images = sources.map((src, index) => ({ src, alt: `凭证 ${index + 1}` }));
  return (
    <ul className={styles.shown} aria-label="凭证图片">
      {images.map(({ src, alt }, start) => (
        <li key={src}>
          <button type="button" onClick={() => void previewImages({ images, start })}>
            <img src={src} alt={alt} />
          </button>
        </li>
      ))}
    </ul>
  );
}
