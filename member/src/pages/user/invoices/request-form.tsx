/** The form of a request: kind of title, title, tax number and e-mail, checked before it is sent. */
import type { InvoiceBuyer, OrderInvoice } from "@yunjing/contract/schemas/invoices";
import { isTaxNumber, plainTaxNumber } from "@yunjing/contract/tax-number";
import { type ReactNode, useState } from "react";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Chips } from "../../../components/chip.tsx";
import { Dock } from "../../../components/dock.tsx";
import { Facts } from "../../../components/facts.tsx";
import { Field } from "../../../components/field.tsx";
import { moneyText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import styles from "../tickets/tickets.module.css";
import { useInvoicesChanged } from "./invoice-card.tsx";

const types = [
  { id: "person", text: "个人" },
  { id: "company", text: "企业" },
] as const;

type Typed = Required<InvoiceBuyer>;
type Faults = Partial<Record<keyof Typed, string>>;

const NOTHING: Typed = { titleType: "person", title: "", taxNo: "", email: "" };

function faultsOf({ titleType, title, taxNo, email }: Typed): Faults {
  const number = plainTaxNumber(taxNo);
  const isCompany = titleType === "company";
  return {
    ...([...title.trim()].length < 2 ? { title: "抬头至少 2 个字" } : {}),
    ...(isCompany && !isTaxNumber(number)
      ? { taxNo: number === "" ? "企业抬头要填税号" : "税号不正确，请核对 18 位统一社会信用代码" }
      : {}),
    ...(email === "" || /^\S+@\S+\.\S+$/.test(email) ? {} : { email: "邮箱格式不正确" }),
  };
}

/** The request without what its kind of title does not have. */
const inputOf = ({ titleType, title, taxNo, email }: Typed): InvoiceBuyer => ({
  titleType,
  title: title.trim(),
  ...(titleType === "company" ? { taxNo: plainTaxNumber(taxNo) } : {}),
  ...(email === "" ? {} : { email }),
});

/** What is invoiced: an order, or a dealer's statement of a month (`2026-10`). */
export type Invoiced = { readonly orderNo: string } | { readonly month: string };

interface RequestFormProps {
  readonly of: Invoiced;
  readonly sheet: OrderInvoice;
  /** What the page shows above and below the form. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

function useRequest({ of, sheet }: RequestFormProps) {
  const [typed, setTyped] = useState<Typed>({ ...NOTHING, ...sheet.lastBuyer });
  const [faults, setFaults] = useState<Faults>({});
  const [error, setError] = useState<string>();
  const reload = useInvoicesChanged();
  const change = (patch: Partial<Typed>) => {
    setTyped({ ...typed, ...patch });
    setFaults({});
    setError(undefined);
  };
  const submit = async (): Promise<void> => {
    const found = faultsOf(typed);
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const buyer = inputOf(typed);
    await withIdempotencyKey(`invoice:${JSON.stringify({ ...of, ...buyer })}`, (idempotencyKey) =>
      "month" in of
        ? api.invoices.requestStatement({ ...of, ...buyer }, { idempotencyKey })
        : api.invoices.request({ ...of, ...buyer }, { idempotencyKey }),
    ).then(
      async () => {
        await reload();
        await toast("已提交开票申请", { kind: "done" });
      },
      (failure: unknown) => setError(userMessageFor(failure)),
    );
  };
  return { typed, faults, error, change, submit };
}

export function RequestForm(props: RequestFormProps) {
  const { typed, faults, error, change, submit } = useRequest(props);
  const { payableFen } = props.sheet;
  return (
    <>
      <div className={styles.page}>
        {props.before}
        {error && <NoticeBar kind="bad" text={error} />}
        <Card>
          <div className="column gap-4">
            <Facts items={[{ name: "开票金额", value: moneyText(payableFen), isStrong: true }]} />
            <p className="text-12 ink-700">
              {"month" in props.of
                ? "按这个月对账单的应付金额开具，开票后作废的码会自动红冲。"
                : "按微信和充值余额实付的金额开具，积分、优惠券和赠送金不开票。"}
            </p>
            <Chips
              label="抬头类型"
              on="surface"
              items={types}
              value={typed.titleType}
              onChoose={(id) => change({ titleType: id === "company" ? "company" : "person" })}
            />
            <Field
              label="发票抬头"
              name="organization"
              autoComplete={typed.titleType === "company" ? "organization" : "name"}
              value={typed.title}
              lengthMax={100}
              placeholder={typed.titleType === "company" ? "企业全称" : "姓名"}
              error={faults.title}
              onInput={(title) => change({ title })}
            />
            {typed.titleType === "company" && (
              <Field
                label="税号"
                name="tax-number"
                value={typed.taxNo}
                lengthMax={40}
                placeholder="18 位统一社会信用代码"
                error={faults.taxNo}
                onInput={(taxNo) => change({ taxNo })}
              />
            )}
            <Field
              label="接收邮箱（选填）"
              name="email"
              autoComplete="email"
              value={typed.email}
              lengthMax={100}
              placeholder="开好后也发一份到邮箱"
              error={faults.email}
              onInput={(email) => change({ email })}
            />
          </div>
        </Card>
        {props.after}
      </div>
      <Dock>
        <Button appearance="main" block busyText="正在提交" onPress={submit}>
          申请开票 {moneyText(payableFen)}
        </Button>
      </Dock>
    </>
  );
}
