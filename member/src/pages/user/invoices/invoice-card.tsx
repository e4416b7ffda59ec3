/** One invoice: its order, amount, state and title, and what the member can do with it. */
import { useQueryClient } from "@tanstack/react-query";
import type { Invoice, InvoiceState } from "@yunjing/contract/schemas/invoices";
import { api, operationKey } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { withIdempotencyKey } from "../../../device/idempotency.ts";
import { formatTime } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Facts } from "../../../components/facts.tsx";
import { moneyText } from "../../../components/money.ts";
import { Tag, type TagTone } from "../../../components/tag.tsx";
import { confirm, toast } from "../../../shell/facade/facade.ts";

const tones = {
  REQUESTED: "warn",
  ISSUING: "sea",
  ISSUED: "ok",
  FAILED: "bad",
  REJECTED: "bad",
  CANCELLED: "plain",
  REVERSING: "warn",
  REVERSED: "plain",
} as const satisfies Record<InvoiceState, TagTone>;

/** Reads every list and sheet of invoices again. */
export function useInvoicesChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [api.invoices.list, api.invoices.ofOrder, api.invoices.ofStatement].map((call) =>
        queries.invalidateQueries({ queryKey: operationKey(call) }),
      ),
    );
}

async function openFile(invoice: Invoice): Promise<void> {
  const { saveInvoice } = await import("./save-invoice.ts");
  await saveInvoice(invoice).catch((failure: unknown) => toast(userMessageFor(failure)));
}

async function cancel(invoice: Invoice): Promise<boolean> {
  const { invoiceId } = invoice;
  const yes = await confirm({
    title: "取消开票申请？",
    content: "取消后可以重新申请。",
    confirmText: "取消申请",
    cancelText: "再想想",
  });
  if (!yes) return false;
  return withIdempotencyKey(`invoice-cancel:${invoiceId}`, (idempotencyKey) =>
    api.invoices.cancel({ invoiceId }, { idempotencyKey }),
  ).then(
    () => true,
    async (failure: unknown) => {
      await toast(userMessageFor(failure));
      return true;
    },
  );
}

export function InvoiceCard({ invoice }: { readonly invoice: Invoice }) {
  const reload = useInvoicesChanged();
  const { orderTitle, amountFen, state, stateText, note, title, taxNo, officialNo } = invoice;
  return (
    <Card>
      <div className="column gap-3">
        <div className="row between gap-2">
          <h2 className="min-width-0 text-16 ink-900 medium">{orderTitle}</h2>
          <Tag tone={tones[state]}>{stateText}</Tag>
        </div>
        <p className="text-12 ink-700">{note}</p>
        <Facts
          items={[
            { name: "开票金额", value: moneyText(amountFen), isStrong: true },
            { name: "抬头", value: title },
            ...(taxNo === undefined ? [] : [{ name: "税号", value: taxNo }]),
            ...(officialNo === undefined ? [] : [{ name: "发票号码", value: officialNo }]),
            { name: "申请时间", value: formatTime(invoice.requestedAt) },
          ]}
        />
        {invoice.hasFile && (
          <Button appearance="line" block busyText="正在打开" onPress={() => openFile(invoice)}>
            保存电子发票
          </Button>
        )}
        {invoice.canCancel && (
          <Button
            appearance="line"
            block
            onPress={async () => {
              if (await cancel(invoice)) await reload();
            }}
          >
            取消申请
          </Button>
        )}
      </div>
    </Card>
  );
}
