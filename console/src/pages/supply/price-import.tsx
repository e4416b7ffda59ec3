/** The import of a supplier's prices: the list, its differences, and then the new costs. */
import { api, type OutputOf } from "../../api/client.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { moneyText } from "../../parts/format.ts";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { tell, tellFailure } from "../../parts/toast.tsx";

type Compared = OutputOf<typeof api.operatorSuppliers.importPrices>;
const SHOWN = 8;

const differenceText = ({ title, oldFen, newFen }: Compared["changes"][number]): string =>
  `${title}：${moneyText(oldFen)} → ${moneyText(newFen)}`;

/** Shows the differences, and stores the new costs once there is a reason. */
function confirmPrices(supplierId: string, prices: string, compared: Compared): void {
  const { changes, unchanged, faults } = compared;
  const [fault] = faults;
  if (fault) {
    const more = faults.length > 1 ? `；另有 ${faults.length - 1} 行不能导入` : "";
    tellFailure(`第 ${fault.line} 行：${fault.why}${more}。没有改动，请修改后重试`);
    return;
  }
  if (changes.length === 0) {
    tell("价格与现在的相同，不需要改动");
    return;
  }
  void askReason({
    op: api.operatorSuppliers.importPrices,
    input: { supplierId, prices, dryRun: false },
    title: "更新供应商价格",
    effect: [
      ...changes.slice(0, SHOWN).map(differenceText),
      ...(changes.length > SHOWN ? [`另有 ${changes.length - SHOWN} 个规格`] : []),
      ...(unchanged > 0 ? [`${unchanged} 个规格不变`] : []),
      "只影响新订单，已下单的按原成本",
    ],
    confirm: `更新 ${changes.length} 个成本`,
    done: "已更新",
    reloads: [["operatorSuppliers"], ["operatorSupply"]],
  });
}

export function PriceImport(props: { readonly supplierId: string; readonly onClose: () => void }) {
  const { supplierId, onClose } = props;
  return (
    <DrawerForm
      title="导入价格"
      op={api.operatorSuppliers.importPrices}
      fixed={{ supplierId, dryRun: true, reason: "试运行" }}
      fields={[
        {
          kind: "file",
          name: "prices",
          label: "价格",
          help: "粘贴或选择文件。每行一个：供应商商品编号，逗号后面是成本（元），例如 mobile-50,49.20",
        },
      ]}
      submit="先看差异"
      done="已比较，没有改动"
      onClose={onClose}
      onDone={(compared, { prices }) => confirmPrices(supplierId, prices, compared)}
    />
  );
}
