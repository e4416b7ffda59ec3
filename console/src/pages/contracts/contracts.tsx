/** 履约合约: terms of delivery, use and refund that many benefits share. */
import { Plus } from "lucide-react";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { durationText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { PageHead } from "../../parts/page-head.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { deliveryChoices, refundChoices } from "../goods/goods-words.ts";
import { ContractForm, type Row } from "./contract-form.tsx";
import { ContractPanel } from "./contract-panel.tsx";

const wordOf = (choices: readonly (readonly [string, string])[], value: string): string =>
  choices.find(([known]) => known === value)?.[1] ?? value;

const of = columnsOf<Row>();
const columns = [
  of.custom("name", "合约", ({ name, code, version }) => (
    <TwoLines first={name} second={`${code} v${version}`} />
  )),
  of.custom("delivery", "发放方式", ({ terms }) => wordOf(deliveryChoices, terms.delivery)),
  of.custom("sla", "履约时限", ({ terms }) =>
    terms.slaSeconds === 0 ? "立即" : durationText(terms.slaSeconds * 1000),
  ),
  of.custom("refund", "退款规则", ({ terms }) => wordOf(refundChoices, terms.refundRule)),
  of.custom("valid", "有效期", ({ terms }) =>
    terms.validDays === undefined ? "不限" : `${terms.validDays} 天`,
  ),
  of.custom(
    "benefits",
    "使用的商品",
    ({ benefits, behind }) => (behind === 0 ? benefits : `${benefits}，${behind} 个还是旧版`),
    { align: "right" },
  ),
  of.custom("state", "状态", ({ isOn }) =>
    isOn ? <StateTag tone="ok">可选</StateTag> : <StateTag tone="sand">已停用</StateTag>,
  ),
];

export default function ContractsPage() {
  const [edited, setEdited] = useState<Row | "new">();
  return (
    <FixedPage>
      <PageHead
        title="履约合约"
        text="多个商品共用的发放、使用和退款规则；会员读到的文字由它生成，商品下次发布时生效"
        actions={
          <Gate may="catalog:edit">
            <Button look="solid" icon={<Plus />} onClick={() => setEdited("new")}>
              新增合约
            </Button>
          </Gate>
        }
      />
      <ResourceTable
        title="履约合约"
        query={() => apiQuery(api.operatorContracts.list, {})}
        columns={columns}
        rowKey={({ code }) => code}
        panel={(_key, row, close) =>
          row && <ContractPanel row={row} onEdit={() => setEdited(row)} onClose={close} />
        }
        empty={{
          title: "还没有履约合约",
          text: "新增后，可以在商品的「供应与履约」里选用；没有选的商品用自己的规则。",
        }}
      />
      {edited && (
        <ContractForm
          {...(edited === "new" ? {} : { row: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </FixedPage>
  );
}
