/** The mark: cloud on its back, sea below, the fluke out of the water. Never smaller than 20 px. */
import engraved from "../theme/artwork/whale-engraved.svg?no-inline";
import styles from "./whale.module.css";

const body =
  "M4 39C3.5 31 8.5 26.5 14.5 26.5 15.5 19 22 14.5 28.5 16 34 13.5 41 17.5 42 24.5 46.5 26.5 51.5 24.5 52.5 18.5 48 18 45 15 44.8 10.2 49 9.8 52.5 11.2 54.4 14.2 56.3 11.2 59.8 9.8 64 10.2 63.6 15.2 60.5 18.2 56.8 18.6 57.5 36 47 52 27 52 13 52 4.6 47.5 4 39Z";
const belly =
  "M5.2 44.5C10 48 18 49 26 46.8 33 45 39 41 43 35.5 42.5 45.5 35 52 26.5 52 14.5 52 7 49.5 5.2 44.5Z";

interface WhaleProps {
  /** Width in px. */
  readonly size?: number | undefined;
  /** `sea` on white, `white` on blue, `gold` on navy. */
  readonly tone?: "sea" | "white" | "gold" | undefined;
  /** Accessible name, where the mark is alone. */
  readonly label?: string | undefined;
}

export function Whale({ size = 40, tone = "sea", label }: WhaleProps) {
  return (
    <svg
      className={styles.whale}
      data-tone={tone}
      width={size}
      height={(size * 46) / 62}
      viewBox="3 8 62 46"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <path className={styles.body} d={body} />
      <path className={styles.belly} d={belly} />
      <circle className={styles.eye} cx="14.9" cy="37.2" r="2.1" />
    </svg>
  );
}

/** The whale in gold hairlines, only for the member card. */
export function EngravedWhale({ size = 92 }: { readonly size?: number }) {
  return (
    <img
      className="block flex-none"
      src={engraved}
      width={size}
      height={size}
      alt=""
      loading="lazy"
    />
  );
}
