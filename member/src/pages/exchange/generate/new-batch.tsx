/** The form of a new batch with its preview. 提交审核 explains the consequences first. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Choice } from "../../../components/choice.tsx";
import { Dock } from "../../../components/dock.tsx";
import { Field } from "../../../components/field.tsx";
import { ChargeLine, useDealer } from "./dealer-charge.tsx";
import { type DraftProps, nameOf, pricedOf } from "./draft.ts";
import { Preview } from "./preview.tsx";
import { FieldErrorText, TargetFields } from "./target-fields.tsx";
import { useNewBatch } from "./use-new-batch.ts";

const activations = [
  { id: "now", name: "立即生效", note: "审核通过后就能兑换" },
  { id: "on_sale", name: "售出后激活", note: "按序号激活后才能兑换" },
] as const;

const Terms = ({ draft, errors, onChange }: DraftProps) => (
  <>
    <Field
      label="数量（个）"
      kind="digits"
      name="count"
      value={draft.count}
      onInput={(count) => onChange({ count })}
      placeholder="1 到 100,000"
      lengthMax={6}
      error={errors.count}
    />
    <Field
      label="每个码可用次数"
      kind="digits"
      name="usesPerCode"
      value={draft.usesPerCode}
      onInput={(usesPerCode) =>
        onChange({ usesPerCode, ...(Number(usesPerCode) > 1 ? {} : { perMember: "1" }) })
      }
      hint={Number(draft.usesPerCode) > 1 ? "多人共用一个码，用完为止" : "通常为 1，兑换一次即失效"}
      lengthMax={5}
      error={errors.usesPerCode}
    />
    {Number(draft.usesPerCode) > 1 && (
      <Field
        label="每人最多用几次"
        kind="digits"
        name="perMember"
        value={draft.perMember}
        onInput={(perMember) => onChange({ perMember })}
        lengthMax={5}
        error={errors.perMember}
      />
    )}
    <div className="grid gap-1 min-width-0">
      <span className="text-14 ink-700" aria-hidden="true">
        生效方式
      </span>
      <Choice
        label="生效方式"
        appearance="pair"
        items={activations}
        value={draft.activation}
        onChoose={(id) => onChange({ activation: id === "on_sale" ? "on_sale" : "now" })}
      />
    </div>
    <Field
      label="批次名称"
      name="name"
      value={draft.name}
      onInput={(name) => onChange({ name })}
      placeholder={nameOf({ ...draft, name: "" }) || "自己看的名称"}
      lengthMax={60}
      error={errors.name}
    />
    <Field
      label="备注（选填）"
      name="note"
      value={draft.note}
      onInput={(note) => onChange({ note })}
      placeholder="审核人会看到"
      hasCounter
    />
  </>
);

export function NewBatch({ onMade }: { readonly onMade: (batch: Batch) => void }) {
  const { draft, errors, refused, change, submit } = useNewBatch(onMade);
  const fields = { draft, errors, onChange: change };
  const dealer = useDealer();
  const batch = pricedOf(draft);
  return (
    <form className="page" noValidate onSubmit={(event) => event.preventDefault()}>
      <div className="page-body content-start grow">
        <Card>
          <div className="grid gap-4 min-width-0">
            <TargetFields {...fields} />
          </div>
        </Card>
        <Card>
          <div className="grid gap-4 min-width-0">
            <Terms {...fields} />
          </div>
        </Card>
        <Preview draft={draft} />
        <FieldErrorText text={refused} />
      </div>
      <Dock
        above={
          dealer &&
          batch.count > 0 && (
            <ChargeLine dealer={dealer} batch={batch} activation={draft.activation} />
          )
        }
      >
        <Button appearance="main" block busyText="正在提交" onPress={submit}>
          提交审核
        </Button>
      </Dock>
    </form>
  );
}
