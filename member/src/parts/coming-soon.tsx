/**
 * The honest page of what is not built yet: what will come, and where to go instead. Nothing on it
 * pretends.
 */
import { navigateBack, openLink, router } from "../shell/navigate.ts";
import { Button } from "./button.tsx";
import styles from "./coming-soon.module.css";
import { Whale } from "./whale.tsx";

interface ComingSoonProps {
  /** What the member will be able to do here, each a few words. */
  readonly what: readonly string[];
  /** Where the same need can be met today, when there is such a page. */
  readonly instead?: { readonly text: string; readonly url: string } | undefined;
}

export function ComingSoon({ what, instead }: ComingSoonProps) {
  const isTab = router.view().current?.place.page.tab !== undefined;
  return (
    <div className={styles.soon}>
      <div className={styles.picture} aria-hidden="true">
        <Whale size={112} />
        <svg className={styles.wave} viewBox="0 0 240 36">
          <path className={styles.back} d="M0 12c30-9 62-8 96 0s84 10 144-4v28H0z" />
          <path className={styles.front} d="M0 22c40-7 76-5 118 1s78 4 122-6v19H0z" />
        </svg>
      </div>
      <h2 className={styles.title}>即将开放</h2>
      <p className={styles.lead}>这一页还在建造，开放后你可以</p>
      <ul className={styles.list}>
        {what.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        {!isTab && (
          <Button look="line" onPress={() => navigateBack()}>
            返回
          </Button>
        )}
        {instead && <Button onPress={() => openLink(instead.url)}>{instead.text}</Button>}
      </div>
    </div>
  );
}
