/**
 * Draws a dealer's statement as a PDF on pages of A4 with the bundled Chinese font, of which only the
 * drawn characters are embedded (decision 0176).
 */
import { PDFDocument } from "@napi-rs/canvas";
import type { OwnStatement } from "@yunjing/contract/schemas/dealers";
import { countText, yuanText } from "../../../platform/amount-text.ts";
import { loadFonts, TEXT_FONT, TITLE_FONT } from "../../../platform/fonts.ts";
import { drawableText } from "../../../platform/glyphs.ts";
import { shanghaiDay, SHANGHAI_MS } from "../../../platform/shanghai.ts";
import { monthText, OWED_RULE, owedCodes, paymentLines } from "./statement-table.ts";

/** A4 in points. */
const WIDTH = 595;
const HEIGHT = 842;
const MARGIN = 48;
const RIGHT = WIDTH - MARGIN;
/** Below it stands the foot. */
const BOTTOM = HEIGHT - 64;
const ROW = 22;
/** The size of the text of a row, and the distance of its lines. */
const CELL = 9.5;
const LEADING = 13;
const INK = "#071c2e";
const GREY = "#5b6b7a";
const LINE = "#dfe5ea";
const BRAND = "#0a4f8f";

type Style = { readonly size: number; readonly color?: string; readonly isBold?: boolean };
type Column = {
  readonly head: string;
  /** The left edge of a text, the right edge of a figure. */
  readonly x: number;
  readonly isFigure?: boolean;
  /** The width of a text; what is longer goes on in the next line. */
  readonly width?: number;
};

const batchColumns: readonly Column[] = [
  { head: "批次", x: MARGIN, width: 168 },
  { head: "单价", x: 282, isFigure: true },
  { head: "已生成", x: 332, isFigure: true },
  { head: "计费", x: 376, isFigure: true },
  { head: "已兑换", x: 424, isFigure: true },
  { head: "作废", x: 464, isFigure: true },
  { head: "应付", x: RIGHT, isFigure: true },
];
const paymentColumns: readonly Column[] = [
  { head: "日期", x: MARGIN },
  { head: "类型", x: 150 },
  { head: "凭证号", x: 230, width: 200 },
  { head: "金额", x: RIGHT, isFigure: true },
];

/** Draws texts and lines below each other and begins a new page where one is full. */
function createWriter(document: PDFDocument, characters: ReadonlySet<number>, footText: string) {
  let page = 0;
  let canvas: ReturnType<PDFDocument["beginPage"]> | undefined;
  let y = 0;

  const text = (drawn: string, x: number, style: Style & { readonly isFigure?: boolean }) => {
    if (!canvas) return;
    canvas.font = `${style.size}px "${style.isBold ? TITLE_FONT : TEXT_FONT}"`;
    canvas.fillStyle = style.color ?? INK;
    const known = drawableText(drawn, characters);
    canvas.fillText(known, style.isFigure ? x - canvas.measureText(known).width : x, y);
  };
  const line = () => {
    if (!canvas) return;
    canvas.fillStyle = LINE;
    canvas.fillRect(MARGIN, y + 7, RIGHT - MARGIN, 0.6);
  };
  const end = () => {
    if (!canvas) return;
    y = HEIGHT - 36;
    text(footText, MARGIN, { size: 8, color: GREY });
    text(`第 ${page} 页`, RIGHT, { size: 8, color: GREY, isFigure: true });
    document.endPage();
    canvas = undefined;
  };
  const begin = () => {
    end();
    canvas = document.beginPage(WIDTH, HEIGHT);
    // Without it digits are drawn by glyphs that a reader cannot copy or search.
    canvas.lang = "zh-CN";
    page += 1;
    y = MARGIN + 12;
  };
  /** Returns the lines of a cell; Chinese breaks between any two characters. */
  const linesOf = (cell: string, width = Number.POSITIVE_INFINITY): string[] => {
    if (!canvas) return [];
    canvas.font = `${CELL}px "${TEXT_FONT}"`;
    const lines = [""];
    for (const one of drawableText(cell, characters)) {
      const longer = `${lines.at(-1)}${one}`;
      if (canvas.measureText(longer).width <= width) lines[lines.length - 1] = longer;
      else lines.push(one);
    }
    return lines;
  };
  const row = (columns: readonly Column[], cells: readonly (readonly string[])[], style: Style) => {
    const top = y;
    const height = Math.max(...cells.map((lines) => lines.length));
    columns.forEach(({ x, isFigure = false }, at) =>
      cells[at]?.forEach((one, below) => {
        y = top + below * LEADING;
        text(one, x, { ...style, isFigure });
      }),
    );
    y = top + (height - 1) * LEADING;
    line();
    y += ROW;
  };
  /** A table whose head stands again on each of its pages. */
  const table = (columns: readonly Column[], rows: readonly (readonly string[])[]) => {
    const head = () => {
      const heads = columns.map((column) => [column.head]);
      row(columns, heads, { size: 9, color: GREY });
    };
    // A head never stands alone at the end of a page.
    if (y + ROW * 2 > BOTTOM) begin();
    head();
    for (const cells of rows) {
      const lines = columns.map(({ width }, at) => linesOf(cells[at] ?? "", width));
      const height = Math.max(...lines.map((cell) => cell.length));
      if (y + (height - 1) * LEADING > BOTTOM) {
        begin();
        head();
      }
      row(columns, lines, { size: CELL });
    }
  };
  return {
    begin,
    end,
    table,
    text,
    move: (points: number) => {
      y += points;
    },
    /** Begins a page where less than this is left. */
    keep: (points: number) => {
      if (y + points > BOTTOM) begin();
    },
  };
}

type Statement = { readonly statement: OwnStatement; readonly name: string; readonly now: number };
type Writer = ReturnType<typeof createWriter>;

function writeHead(writer: Writer, { statement, name, now }: Statement): void {
  writer.text("云鲸权益", MARGIN, { size: 11, color: BRAND, isBold: true });
  writer.move(30);
  writer.text(`${monthText(statement.month)}对账单`, MARGIN, { size: 22, isBold: true });
  writer.move(24);
  writer.text(name, MARGIN, { size: 12 });
  const made = `截至 ${shanghaiDay(now)}`;
  writer.text(made, RIGHT, { size: 9, color: GREY, isFigure: true });
  writer.move(36);
  const sums = [
    ["应付合计", statement.owedFen],
    ["已付", statement.paidFen],
    ["待付", statement.openFen],
  ] as const;
  sums.forEach(([label], at) => writer.text(label, MARGIN + at * 170, { size: 9, color: GREY }));
  writer.move(22);
  sums.forEach(([, fen], at) =>
    writer.text(yuanText(fen), MARGIN + at * 170, { size: 17, isBold: true }),
  );
  writer.move(36);
}

/** Returns the file; the same statement at the same time gives the same pages. */
export function drawStatement(drawn: Statement): Uint8Array {
  const { statement, name, now } = drawn;
  const title = `${name} ${monthText(statement.month)}对账单`;
  const document = new PDFDocument({ title, creator: "云鲸权益" });
  const at = new Date(now + SHANGHAI_MS).toISOString().slice(0, 16).replace("T", " ");
  const writer = createWriter(document, loadFonts(), `${title} · ${at} 生成`);
  writer.begin();
  writeHead(writer, drawn);
  writer.text("批次", MARGIN, { size: 12, isBold: true });
  writer.move(24);
  if (statement.list.length === 0) {
    writer.text("这个月没有提交批次", MARGIN, { size: 9.5, color: GREY });
    writer.move(ROW);
  } else {
    const rows = statement.list.map((batch) => [
      batch.name,
      yuanText(batch.priceFen),
      countText(batch.made),
      countText(owedCodes(batch)),
      countText(batch.redeemed),
      countText(batch.void),
      yuanText(batch.owedFen),
    ]);
    writer.table(batchColumns, [
      ...rows,
      ["合计", "", "", "", "", "", yuanText(statement.owedFen)],
    ]);
  }
  const payments = paymentLines(statement);
  if (payments.length > 0) {
    writer.move(16);
    writer.keep(24 + ROW * 2);
    writer.text("付款", MARGIN, { size: 12, isBold: true });
    writer.move(24);
    writer.table(
      paymentColumns,
      payments.map((payment) => [
        shanghaiDay(payment.at),
        payment.kind,
        payment.slip,
        yuanText(payment.amountFen),
      ]),
    );
  }
  writer.move(12);
  writer.keep(ROW);
  writer.text(OWED_RULE, MARGIN, { size: 9, color: GREY });
  writer.end();
  return new Uint8Array(document.close());
}
