/**
 * Lists this device's storage entries, of the app and foreign: size, expiry, and value with secrets
 * masked.
 */
import { useState } from "react";
import { attempt } from "../../../device/attempt.ts";
import { maskSecrets } from "../../../device/log-text.ts";
import { removeEntry, readRawEntry } from "../../../device/storage.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Tag } from "../../../components/tag.tsx";
import { confirm, toast } from "../../../shell/facade/facade.ts";
import styles from "./debug.module.css";

type Line = {
  readonly key: string;
  readonly bytes: number;
  readonly isOurs: boolean;
  /** In ms; 0 = never. */
  readonly expiresAt: number;
  readonly value: string;
};

// Storage uses two bytes for each character.
const bytesOf = (text: string): number => text.length * 2;

function lineOf(key: string): Line {
  const text = attempt(() => localStorage.getItem(key)) ?? "";
  const entry = readRawEntry(key);
  return {
    key,
    bytes: bytesOf(key) + bytesOf(text),
    isOurs: entry !== undefined,
    expiresAt: entry?.expiresAt ?? 0,
    value: entry ? JSON.stringify(entry.value, null, 2) : text,
  };
}

const readLines = (): Line[] => (attempt(() => Object.keys(localStorage)) ?? []).sort().map(lineOf);

const sizeText = (bytes: number): string =>
  bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
const endText = ({ isOurs, expiresAt }: Line): string => {
  if (!isOurs) return "不归本应用管";
  return expiresAt === 0 ? "不过期" : `${formatTime(expiresAt)} 过期`;
};

function Entry({ line, onForget }: { readonly line: Line; readonly onForget: () => unknown }) {
  const name = maskSecrets(line.key);
  return (
    <details className={styles.entry}>
      <summary>
        <span className={styles.key}>{name}</span>
        <Tag tone={line.isOurs ? "sea" : "plain"}>{line.isOurs ? "压缩" : "明文"}</Tag>
        <span className="caption">
          {sizeText(line.bytes)} · {endText(line)}
        </span>
      </summary>
      {/* Long values scroll, so they must be focusable by keyboard. */}
      <pre className={styles.value} tabIndex={0} role="group" aria-label={`${name} 的内容`}>
        {maskSecrets(line.value)}
      </pre>
      <div className={styles.acts}>
        <Button appearance="line" size={32} label={`删除 ${name}`} onPress={onForget}>
          删除
        </Button>
      </div>
    </details>
  );
}

export function StorageViewer() {
  const [lines, setLines] = useState(readLines);
  const onForget = async ({ key }: Line) => {
    const yes = await confirm({
      title: "删除这一项？",
      content: `${maskSecrets(key)}\n只删这台设备上的，不能恢复。`,
      confirmText: "删除",
    });
    if (!yes) return;
    removeEntry(key);
    setLines(readLines());
    await toast("已删除", { kind: "done" });
  };
  if (lines.length === 0) return <EmptyState title="什么都没有存" note="本机存储是空的" />;
  const total = lines.reduce((sum, line) => sum + line.bytes, 0);
  return (
    <Section title="本机存储" note={`${lines.length} 项，共 ${sizeText(total)}`}>
      <div>
        {lines.map((line) => (
          <Entry key={line.key} line={line} onForget={() => onForget(line)} />
        ))}
      </div>
    </Section>
  );
}
