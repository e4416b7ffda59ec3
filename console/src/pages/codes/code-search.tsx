/** The field that looks a code up: by the whole code, its last four, an order or a receipt. */
import { parseCode } from "@yunjing/contract/exchange-code";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, type OutputOf } from "../../api/client.ts";
import { Card } from "../../parts/page-head.tsx";
import { Notice } from "../../parts/panel.tsx";
import { SearchForm } from "../../parts/search-form.tsx";
import styles from "./codes.module.css";

/** A path as plain text: the route table is made of the list of pages, which has no types. */
const LIST: string = "/codes";

export type Found = OutputOf<typeof api.operatorCodes.lookup>;

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

/** One found code opens; several are passed to `onFound`, which a code's own page does not have. */
export function CodeSearch({ onFound }: { readonly onFound?: (found: Found) => void }) {
  const [found, setFound] = useState<Found | undefined>(undefined);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const navigate = useNavigate();
  const search = async (typed: string) => {
    setFault(undefined);
    const answer = await api.operatorCodes.lookup(termOf(typed));
    setFound(answer);
    onFound?.(answer);
    const [only] = answer.list;
    if (only && answer.list.length === 1) await navigate({ to: `/codes/${only.codeId}` });
    else if (!onFound && answer.list.length > 1) await navigate({ to: LIST });
  };
  return (
    <>
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
    </>
  );
}
