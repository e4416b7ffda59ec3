/**
 * Prints cards with a QR code from an encrypted file and its key. Both are processed on the device
 * and never sent.
 */
import type { CodeRow } from "@yunjing/contract/code-file";
import { useId, useState } from "react";
import { createPortal } from "react-dom";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { Dock } from "../../../components/dock.tsx";
import { Field, FieldNote } from "../../../components/field.tsx";
import { countText } from "../../../components/money.ts";
import { QrDrawing } from "../../../components/qr-drawing.tsx";
import { CARDS_MAX, rowsBetween, useOpenFile } from "./use-open-file.ts";
import cards from "./print-codes.module.css";

/** Enough for a preview; a complete list would only need scrolling. */
const SHOWN = 2;

const CodeCard = ({ row, title }: { readonly row: CodeRow; readonly title: string }) => (
  <li className={cards.card}>
    <span className={cards.qr} role="img" aria-label={`二维码，打开 ${row.link}`}>
      <QrDrawing text={row.link} />
    </span>
    <span className="grid gap-1 min-width-0">
      <span className={cards.title}>{title}</span>
      <span className={cards.code}>{row.code}</span>
      <span className={cards.note}>扫码或在兑换页输入，即可兑换</span>
      <span className={cards.note}>{`有效期至 ${row.validUntil}`}</span>
      <span className={cards.note}>{`第 ${row.serial} 号`}</span>
    </span>
  </li>
);

interface CardsProps {
  readonly rows: readonly CodeRow[];
  readonly title: string;
}

const Cards = ({ rows, title }: CardsProps) =>
  rows.map((row) => <CodeCard key={row.serial} row={row} title={title} />);

/** Rendered beside the app and visible only in print. */
const Paper = (props: CardsProps) =>
  createPortal(
    <ul className={cards.paper} aria-hidden="true">
      <Cards {...props} />
    </ul>,
    document.body,
  );

function Printing({ rows, title }: CardsProps) {
  const [from, setFrom] = useState(`${rows[0]?.serial ?? 1}`);
  const [to, setTo] = useState(`${rows[Math.min(rows.length, CARDS_MAX) - 1]?.serial ?? 1}`);
  const { chosen, fault } = rowsBetween(rows, from, to);
  return (
    <>
      <Section title="打印哪些" note={`文件里有 ${countText(rows.length)} 个`}>
        <div className="grid gap-4 min-width-0">
          <Field
            label="从第几号"
            kind="digits"
            name="from"
            value={from}
            onInput={setFrom}
            lengthMax={6}
          />
          <Field
            label="到第几号"
            kind="digits"
            name="to"
            value={to}
            onInput={setTo}
            lengthMax={6}
            error={fault}
          />
        </div>
      </Section>
      <Section title="预览" note={`共 ${countText(chosen.length)} 张，A4 每页 10 张`}>
        <ul className="grid gap-3" aria-label="卡片预览">
          <Cards rows={chosen.slice(0, SHOWN)} title={title} />
        </ul>
      </Section>
      <Paper rows={chosen} title={title} />
    </>
  );
}

interface FileFieldProps {
  readonly file: File | undefined;
  readonly fault: string | undefined;
  readonly onChoose: (file: File | undefined) => void;
}

function FileField({ file, fault, onChoose }: FileFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1 min-width-0">
      <span className="text-14 ink-700">加密文件</span>
      {/* The browser's native file button uses the browser's language, so it is covered. */}
      <label className={cards.file} data-bad={fault ? "" : undefined}>
        <span className={cards.choose}>{file ? "换一个" : "选择文件"}</span>
        <span className="min-width-0 text-14 ink-700 ellipsis">{file?.name ?? "还没有选择"}</span>
        <input
          className="sr-only"
          type="file"
          aria-label="加密文件"
          aria-invalid={fault ? true : undefined}
          aria-describedby={`${id}-below`}
          onChange={(event) => onChoose(event.currentTarget.files?.[0])}
        />
      </label>
      <FieldNote
        id={`${id}-below`}
        error={fault}
        hint={file ? "只在这台设备上打开，不会上传" : "批次详情里下载的 .codes 文件"}
      />
    </div>
  );
}

export function PrintCodes({ title: known = "" }: { readonly title?: string | undefined }) {
  const view = useOpenFile();
  const [title, setTitle] = useState(known);
  const { rows, faults } = view;
  return (
    <form className="page" noValidate onSubmit={(event) => event.preventDefault()}>
      <div className="page-body content-start grow">
        <Card>
          <div className="grid gap-4 min-width-0">
            <FileField file={view.file} fault={faults.file} onChoose={view.choose} />
            {!rows && (
              <Field
                label="密钥"
                name="key"
                value={view.key}
                onInput={view.type}
                placeholder="向领取密钥的人要"
                hint="26 位，不分大小写，短横线可省略"
                autoComplete="off"
                lengthMax={64}
                error={faults.key}
              />
            )}
            <Field
              label="卡片标题"
              name="title"
              value={title}
              onInput={setTitle}
              placeholder="如 500 积分"
              lengthMax={40}
            />
          </div>
        </Card>
        {rows && <Printing key={rows.length} rows={rows} title={title} />}
      </div>
      <Dock>
        {rows ? (
          <Button appearance="main" block onPress={() => globalThis.print()}>
            打印
          </Button>
        ) : (
          <Button appearance="sea" block busyText="正在打开" onPress={view.open}>
            打开文件
          </Button>
        )}
      </Dock>
    </form>
  );
}
