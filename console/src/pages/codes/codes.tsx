/** 查一张码: by the whole code, the last four symbols, an order or a receipt; counted and limited. */
import { parseCode } from "@yunjing/contract/exchange-code";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Item, type OutputOf } from "../../api/client.ts";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/panel.tsx";
import { SearchForm } from "../../parts/search-form.tsx";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { codeStates } from "./code-words.ts";
import styles from "./codes.module.css";

type Row = Item<typeof api.operatorCodes.lookup>;
type Found = OutputOf<typeof api.operatorCodes.lookup>;

const columns = (() => {
  const of = columnsOf<Row>();
  return [
    of.custom("last4", "尾号", ({ last4 }) => `…${last4}`),
    of.text("title", "权益"),
    of.text("batchName", "批次"),
    of.count("serial", "序号"),
    of.instant("validUntil", "有效至"),
    of.state("state", "状态", codeStates),
  ];
})();

/** The form of what is typed decides where it is looked up; check symbols are checked here. */
function termOf(typed: string) {
  const text = typed.trim();
  const bare = text.replace(/[\s-]/g, "");
  if (/^\d{19,20}$/.test(bare)) return { orderNo: bare };
  if (/^[0-9A-Za-z]{4}$/.test(bare)) return { last4: bare };
  if (/^https?:|^\/|#/.test(text)) return { receipt: text };
  return { code: text };
}

function hintOf(typed: string): string | undefined {
  const term = termOf(typed);
  if (!("code" in term) || term.code.length < 18) return undefined;
  const { form } = parseCode(term.code);
  if (form === "own") return "校验位正确，是我们的码";
  return form === "typo" ? "校验位不对，可能有输错的字符" : undefined;
}

export default function CodesPage() {
  const [found, setFound] = useState<Found | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const navigate = useNavigate();
  const open = (codeId: string) => navigate({ to: `/codes/${codeId}` });
  const search = async (typed: string) => {
    setFault(undefined);
    const answer = await api.operatorCodes.lookup(termOf(typed));
    setFound(answer);
    const [only] = answer.list;
    if (only && answer.list.length === 1) await open(only.codeId);
  };
  return (
    <FixedPage>
      <PageHead title="查一张码" text="输入整码、尾号 4 位、订单号或收据链接；查询计入审计" />
      <Card>
        <SearchForm
          label="整码、尾号、订单号或收据链接"
          placeholder="整码、尾号 4 位、订单号或收据链接"
          maxLength={300}
          minLength={4}
          size="wide"
          button="查看"
          busy="查看中"
          onSearch={search}
          onFault={setFault}
        >
          {(typed) => (
            <>
              <span role="status">{hintOf(typed)}</span>
              {found && (
                <span className={styles.used}>
                  今天已查 {found.used} / {found.most} 次
                </span>
              )}
            </>
          )}
        </SearchForm>
      </Card>
      {fault && <Notice tone="bad">{fault}</Notice>}
      {found?.say && <Notice tone="sea">可以对会员说：{found.say}</Notice>}
      {found && found.list.length > 0 && (
        <ResourceTable<Row>
          title="查到的兑换码"
          query={() => ({
            queryKey: ["operatorCodes", "found", found.used],
            queryFn: () => Promise.resolve({ list: found.list }),
          })}
          columns={columns}
          rowKey={({ codeId }) => codeId}
          onOpen={({ codeId }) => void open(codeId)}
          empty={{ title: "没有查到" }}
        />
      )}
    </FixedPage>
  );
}
