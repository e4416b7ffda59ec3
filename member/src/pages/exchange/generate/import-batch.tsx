/** Imports codes issued elsewhere: paste, check row by row in a dry run, then import. */
import { useEffect, useRef } from "react";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { Dock } from "../../../components/dock.tsx";
import { Field, FieldNote } from "../../../components/field.tsx";
import { countText } from "../../../components/money.ts";
import { Tag, type TagTone } from "../../../components/tag.tsx";
import { ChargeLine, useDealer } from "./dealer-charge.tsx";
import { importedOf } from "./draft.ts";
import styles from "./generate.module.css";
import { FieldErrorText, TargetFields } from "./target-fields.tsx";
import { type Report, useImport } from "./use-import.ts";

const results: Readonly<Record<Report["rows"][number]["result"], readonly [string, TagTone]>> = {
  ok: ["可导入", "ok"],
  bad_form: ["格式不对", "bad"],
  twice_in_file: ["文件内重复", "warn"],
  known: ["已存在", "warn"],
};
/** More rows than a person reads on a phone. */
const ROWS_SHOWN = 200;

/** Rejected rows come first, because they need attention. */
const ordered = ({ rows }: Report) =>
  [
    ...rows.filter(({ result }) => result !== "ok"),
    ...rows.filter(({ result }) => result === "ok"),
  ].slice(0, ROWS_SHOWN);

/** Scrolls into view automatically, because it is below the form that requested it. */
function ReportList({ report }: { readonly report: Report }) {
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => status.current?.scrollIntoView({ block: "center" }), [report]);
  const refused = report.total - report.accepted;
  return (
    <Section title="检查结果" note={`共 ${countText(report.total)} 行`}>
      <p ref={status} className="text-14 ink-900" role="status">
        {`可导入 ${countText(report.accepted)} 个`}
        {refused > 0 && `，有问题 ${countText(refused)} 行，不会导入`}
      </p>
      <ul className="grid" aria-label="逐行结果">
        {ordered(report).map(({ row, result, last4 }) => (
          <li key={row} className={styles.row}>
            <span>{`第 ${countText(row)} 行，尾号 ${last4}`}</span>
            <Tag tone={results[result][1]}>{results[result][0]}</Tag>
          </li>
        ))}
      </ul>
      {report.total > ROWS_SHOWN && (
        <p className="caption">{`有问题的在前，最多显示 ${ROWS_SHOWN} 行`}</p>
      )}
    </Section>
  );
}

interface PasteProps {
  readonly value: string;
  readonly fault: string | undefined;
  readonly onInput: (text: string) => void;
}

const Paste = ({ value, fault, onInput }: PasteProps) => (
  <div className="grid gap-1 min-width-0">
    <label className="text-14 ink-700" htmlFor="import-file">
      兑换码
    </label>
    <textarea
      id="import-file"
      className={styles.paste}
      rows={6}
      value={value}
      spellCheck={false}
      autoComplete="off"
      aria-invalid={fault ? true : undefined}
      aria-describedby="import-file-below"
      placeholder={"每行一个，或粘贴 CSV（取第一列）"}
      onChange={(event) => onInput(event.currentTarget.value)}
    />
    <FieldNote id="import-file-below" error={fault} hint="最多 100,000 行，先检查，不会改动数据" />
  </div>
);

export function ImportBatch({ onMade }: { readonly onMade: (batchId: string) => void }) {
  const view = useImport(onMade);
  const { draft, faults, report, refused } = view;
  const accepted = report?.accepted ?? 0;
  const dealer = useDealer();
  return (
    <form className="page" noValidate onSubmit={(event) => event.preventDefault()}>
      <div className="page-body content-start grow">
        <Card>
          <div className="grid gap-4 min-width-0">
            <Paste value={view.file} fault={view.fileFault} onInput={view.paste} />
          </div>
        </Card>
        <Card>
          <div className="grid gap-4 min-width-0">
            <TargetFields draft={draft} errors={faults} onChange={view.change} />
            <Field
              label="批次名称（选填）"
              name="name"
              value={draft.name}
              onInput={(name) => view.change({ name })}
              placeholder="自己看的名称"
              lengthMax={60}
            />
          </div>
        </Card>
        {report && <ReportList report={report} />}
        <FieldErrorText text={refused} />
      </div>
      <Dock
        above={
          dealer &&
          accepted > 0 && (
            <ChargeLine dealer={dealer} batch={importedOf(draft, accepted)} activation="now" />
          )
        }
      >
        {report && accepted > 0 ? (
          <Button appearance="main" block busyText="正在导入" onPress={view.take}>
            {`导入 ${countText(accepted)} 个码`}
          </Button>
        ) : (
          <Button appearance="sea" block busyText="正在检查" onPress={view.check}>
            {report ? "重新检查" : "检查"}
          </Button>
        )}
      </Dock>
    </form>
  );
}
