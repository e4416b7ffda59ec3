/** A bought card that slides into the wallet; with reduced motion it is there from the beginning. */
import { Artwork, type ArtworkId } from "../artwork.tsx";
import { Icon } from "../icon.tsx";
import { check } from "../icons.ts";
import styles from "./card-landing.module.css";

interface CardLandingProps {
  readonly artwork: ArtworkId;
  readonly tint: string | undefined;
}

/** Decorative: the words are beside it. */
export const CardLanding = ({ artwork, tint }: CardLandingProps) => (
  <span className={styles.box} aria-hidden="true">
    <span className={styles.card}>
      <Artwork name={artwork} tint={tint} />
    </span>
    <svg className={styles.pocket} viewBox="0 0 120 64" focusable="false">
      <path
        className={styles.front}
        d="M0 12h44c4 0 5 8 16 8s12-8 16-8h44v40a12 12 0 0 1-12 12H12A12 12 0 0 1 0 52z"
      />
      <path className={styles.seam} d="M8 22h34c6 0 8 8 18 8s12-8 18-8h34" />
    </svg>
    <span className={styles.mark}>
      <Icon of={check} size={18} />
    </span>
  </span>
);
