/** The button that exports a list with its own filter, and the prompt before it. */
import type { ExportKindName } from "@yunjing/contract/export-kinds";
import { Download, FileLock } from "lucide-react";
import { useEffect } from "react";
import { api } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../button.tsx";
import { onKey } from "../keys.ts";
import { askReason } from "../prompt/ask-reason.ts";
import { tell } from "../toast.tsx";
import { saveWhenReady } from "./save-export.ts";

type Value = string | number | boolean | undefined;

export type ExportButtonProps = {
  readonly kind: ExportKindName;
  /** What is exported: 「订单」. */
  readonly title: string;
  /** The input of the list's operation without its page; what is undefined is left out. */
  readonly filter: Readonly<Record<string, Value>>;
};

const KINDS_WITH_PHONES: readonly ExportKindName[] = ["members"];

/** Returns the filter with what is set. */
const setOf = (filter: ExportButtonProps["filter"]): Record<string, string | number | boolean> =>
  Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );

async function ask({ kind, title, filter }: ExportButtonProps): Promise<void> {
  const made = await askReason({
    op: api.operatorExports.create,
    input: { kind, filter: setOf(filter) },
    title: `导出${title}`,
    effect: [
      "按当前筛选导出全部页，最多 200,000 行",
      "与列表相同，手机号等仍打码；文件带有您的水印",
      "不超过 2,000 行会自动下载，更多的在「导出」里下载；24 小时后删除",
    ],
    confirm: "开始导出",
    look: "solid",
    done: "已开始导出",
  });
  if (made) await saveWhenReady(made);
}

async function askClear({ kind, title, filter }: ExportButtonProps): Promise<void> {
  const made = await askReason({
    op: api.operatorExports.proposeClear,
    input: { kind, filter: setOf(filter) },
    title: `申请明文导出${title}`,
    effect: ["按当前筛选导出，含完整手机号", "第二人同意后才开始，只有您能下载，24 小时后删除"],
    confirm: "提交申请",
    look: "danger",
    done: "已提交，等第二人同意",
  });
  if (made) tell("同意后在「导出」里下载");
}

export function ExportButton(props: ExportButtonProps) {
  const { kind } = props;
  const mayMake = may("exports:make");
  // E opens the prompt and exports nothing by itself.
  useEffect(() => (mayMake ? onKey({ e: () => void ask(props) }) : undefined));
  return (
    <>
      {KINDS_WITH_PHONES.includes(kind) && may("exports:clear") && (
        <Button size="small" icon={<FileLock />} onClick={() => void askClear(props)}>
          明文导出
        </Button>
      )}
      {mayMake && (
        <Button size="small" icon={<Download />} onClick={() => void ask(props)}>
          导出
        </Button>
      )}
    </>
  );
}
