/** 接入: which settings connect a supplier, and a call that proves them. Their values are never shown. */
import { useState } from "react";
import { api, type OutputOf } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { Button } from "../../parts/button.tsx";
import { Facts, Notice } from "../../parts/panel.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { tellFailure } from "../../parts/toast.tsx";
import type { SupplierRow } from "./supplier-words.tsx";

type SupplierTest = OutputOf<typeof api.operatorSupply.test>;

/** Returns the button that tests the connection, and the result of the last test. */
export function useConnectionTest(supplierId: string) {
  const [result, setResult] = useState<SupplierTest>();
  const [isBusy, setBusy] = useState(false);
  const test = async () => {
    setBusy(true);
    try {
      setResult(await api.operatorSupply.test({ supplierId }));
    } catch (failure) {
      tellFailure(sentenceFor(failure));
    }
    setBusy(false);
  };
  const button = (
    <Button size="small" busy={isBusy && "测试中…"} onClick={() => void test()}>
      测试连接
    </Button>
  );
  return { button, result };
}

export function ConnectionFacts(props: {
  readonly row: SupplierRow;
  readonly result: SupplierTest | undefined;
}) {
  const { row, result } = props;
  const { settings } = row;
  return (
    <>
      <Facts
        rows={settings.map(({ name, isSet }) => [
          name,
          isSet ? (
            <StateTag key={name} tone="ok">
              已设置
            </StateTag>
          ) : (
            <StateTag key={name} tone="bad">
              缺少
            </StateTag>
          ),
        ])}
      />
      {result && (
        <Notice tone={result.isGood ? "ok" : "bad"}>
          {result.text}
          {result.tookMs > 0 && `（${(result.tookMs / 1_000).toFixed(2)} 秒）`}
        </Notice>
      )}
    </>
  );
}
