/** One poster of the carousel: its skeleton while it loads, the poster, or why it failed (U12). */
import type { Poster } from "@yunjing/contract/schemas/posters";
import { Button } from "../../../components/button.tsx";
import { refresh } from "../../../components/icons.ts";
import styles from "./poster.module.css";
import type { PictureQuery } from "./use-pictures.ts";

interface SlideProps {
  readonly poster: Poster;
  readonly picture: PictureQuery | undefined;
  readonly onOpen: () => void;
}

/** Announced to screen readers only while it loads; distant posters load when they are near. */
const Coming = ({ label }: { label: string | undefined }) => (
  <div
    className={styles.coming}
    role={label === undefined ? undefined : "status"}
    aria-label={label}
    aria-hidden={label === undefined ? true : undefined}
  >
    <i />
    <i />
    <b />
    <span />
  </div>
);

const Failed = ({
  title,
  text,
  onRetry,
}: {
  title: string;
  text: string;
  onRetry: () => unknown;
}) => (
  <div className={styles.failed} role="alert">
    <p>{text}</p>
    <Button size={32} appearance="line" icon={refresh} onPress={onRetry} label={`重新加载${title}`}>
      重新加载
    </Button>
  </div>
);

export function Slide({ poster, picture, onOpen }: SlideProps) {
  const { title, alt } = poster;
  if (picture?.data) {
    return (
      <button
        type="button"
        className={styles.poster}
        onClick={onOpen}
        aria-label={`看大图：${title}`}
      >
        <img src={picture.data.src} alt={alt} width={900} height={1500} draggable={false} />
      </button>
    );
  }
  if (picture?.isError && !picture.isFetching) {
    return <Failed title={title} text={picture.error.message} onRetry={() => picture.refetch()} />;
  }
  return <Coming label={picture?.isFetching ? `加载中：${title}` : undefined} />;
}
