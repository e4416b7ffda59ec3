/** Empty, failed or forbidden content: one drawing, one sentence, one next step. */
import type { ReactNode } from "react";
import type { SceneName } from "./artwork-names.ts";
import { Button } from "./button.tsx";
import styles from "./empty-state.module.css";
import { refresh } from "./icons.ts";
import { Scene } from "./scene.tsx";

interface EmptyStateProps {
  readonly scene?: SceneName | undefined;
  readonly title: string;
  readonly note?: string | undefined;
  /** Buttons or chips: the one next step, at most two. */
  readonly children?: ReactNode;
}

export const EmptyState = ({ scene = "empty", title, note, children }: EmptyStateProps) => (
  <div className={styles.state}>
    <Scene name={scene} />
    <h2 className={styles.title}>{title}</h2>
    {note && <p className={styles.note}>{note}</p>}
    {children && <div className={styles.steps}>{children}</div>}
  </div>
);

interface ErrorBlockProps {
  readonly title?: string | undefined;
  /** What could not be loaded, and that nothing was lost. */
  readonly note?: string | undefined;
  /** The request number to give to customer service. */
  readonly requestId?: string | undefined;
  readonly isOffline?: boolean | undefined;
  readonly onRetry: () => unknown;
}

export function ErrorBlock(props: ErrorBlockProps) {
  const title = props.title ?? (props.isOffline ? "没有网络" : "网络错误");
  return (
    <div className={styles.state} role="alert">
      <Scene name={props.isOffline ? "offline" : "error"} />
      <h2 className={styles.title}>{title}</h2>
      {props.note && <p className={styles.note}>{props.note}</p>}
      <div className={styles.steps}>
        <Button icon={refresh} size={44} onPress={props.onRetry}>
          重新加载
        </Button>
      </div>
      {props.requestId && (
        <p className="caption mt-4">
          还不行可致电客服（见「帮助客服」），编号 <span className="nowrap">{props.requestId}</span>
        </p>
      )}
    </div>
  );
}
