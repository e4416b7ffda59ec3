/**
 * The states of a page or a list: skeleton, empty, no result, failed, no permission, offline and
 * conflict. Pages show nothing else while they have no content.
 */
import { CloudAlert, Copy, GitMerge, Lock, RotateCw, SearchX, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { ApiFailure, isNetworkFailure, sentenceFor } from "../api/failure.ts";
import { Button } from "./button.tsx";
import { fullTime } from "./format.ts";
import styles from "./state.module.css";
import { copyText } from "./copy.ts";
import { Whale } from "./whale.tsx";

type BlockProps = {
  readonly icon: ReactNode;
  readonly tone: "sea" | "warn" | "bad";
  readonly title: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  readonly role?: "alert" | "status";
};

function Block({ icon, tone, title, text, actions, role = "status" }: BlockProps) {
  return (
    <div className={styles.state} data-tone={tone} role={role}>
      <div className={styles.picture} aria-hidden="true">
        {icon}
        <svg viewBox="0 0 104 24" preserveAspectRatio="none">
          <path d="M0 6C18 0 32 10 52 8 74 6 86-2 104 5V24H0Z" opacity=".5" />
          <path d="M0 14C20 8 34 18 54 15 76 12 88 8 104 13V24H0Z" />
        </svg>
      </div>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

/** Nothing there: what would be here, and what to do. */
export function Empty(props: {
  readonly title: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return <Block tone="sea" icon={<Whale />} {...props} />;
}

/** The filters leave nothing. */
export function NoResult(props: { readonly text?: ReactNode; readonly onClear?: () => void }) {
  const clear = props.onClear && <Button onClick={props.onClear}>清空筛选</Button>;
  return (
    <Block
      tone="sea"
      icon={<SearchX />}
      title="没有符合条件的结果"
      text={props.text ?? "换个条件，或者清空筛选再看。"}
      actions={clear}
    />
  );
}

/** The call failed: the request's number to quote, and another try. */
export function Failed(props: { readonly failure: unknown; readonly onRetry?: () => void }) {
  const { failure, onRetry } = props;
  if (failure instanceof ApiFailure && failure.code === "NO_PERMISSION") return <Denied />;
  const call = failure instanceof ApiFailure ? failure : undefined;
  const requestId = call?.requestId;
  const copy = () => void copyText(requestId ?? "", "已复制请求号");
  return (
    <Block
      tone="bad"
      role="alert"
      icon={isNetworkFailure(failure) ? <WifiOff /> : <CloudAlert />}
      title="没有取到内容"
      text={
        <>
          {sentenceFor(failure)}
          {call?.requestId && (
            <code>
              {call.requestId} · {fullTime(call.at).slice(11)}
            </code>
          )}
        </>
      }
      actions={
        <>
          {requestId && (
            <Button icon={<Copy />} onClick={copy}>
              复制请求号
            </Button>
          )}
          {onRetry && (
            <Button look="solid" icon={<RotateCw />} onClick={onRetry}>
              重新载入
            </Button>
          )}
        </>
      }
    />
  );
}

/** The operator lacks the permission of a page: which one, and who can grant it. */
export function Denied(props: { readonly title?: string; readonly permission?: string }) {
  return (
    <Block
      tone="warn"
      icon={<Lock />}
      title={props.title ? `您没有「${props.title}」的权限` : "您没有这个权限"}
      text={
        <>
          {props.permission && `这一页需要 ${props.permission}。`}
          请联系管理员授权，授权由另一位管理员复核。
        </>
      }
      actions={<Button onClick={() => history.back()}>返回上一页</Button>}
    />
  );
}

/** Another person was faster: theirs and the operator's own side by side. */
export function Conflict(props: { readonly text: ReactNode; readonly onReload: () => void }) {
  return (
    <Block
      tone="warn"
      role="alert"
      icon={<GitMerge />}
      title="内容已被他人更新"
      text={props.text}
      actions={
        <Button look="solid" icon={<RotateCw />} onClick={props.onReload}>
          载入最新内容
        </Button>
      }
    />
  );
}

/** One line above old content while there is no connection. */
export function Offline(props: { readonly since: number }) {
  return (
    <div className={styles.offline} role="status">
      <WifiOff aria-hidden="true" />
      <span>
        网络已断开，显示的是 <b>{fullTime(props.since).slice(11)}</b>{" "}
        的内容；写操作暂停，恢复后自动更新。
      </span>
    </div>
  );
}

/** Grey bars of the same height as the rows that will come. */
export function Skeleton(props: { readonly rows?: number; readonly tall?: boolean }) {
  const rows = Array.from({ length: props.rows ?? 6 }, (_, row) => row);
  return (
    <div className={styles.skeleton} role="status" aria-label="载入中">
      {rows.map((row) => (
        <div key={row} className={props.tall ? styles.tall : styles.line} aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
