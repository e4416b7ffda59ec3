/**
 * Hook that opens an encrypted code file on the device: file, key and rows. Nothing is sent to a
 * server.
 */
import {
  type CodeRow,
  isCodeFile,
  openCodeFile,
  parseKey,
  rowsOfCsv,
} from "@yunjing/contract/code-file";
import { useState } from "react";

/** Maximum number of cards per print; more can crash a phone's browser. */
export const CARDS_MAX = 500;

/** WebCrypto exists only in a secure context, where no third party can change the page. */
const canOpen = (): boolean => "subtle" in globalThis.crypto;

export interface FileErrors {
  readonly file?: string;
  readonly key?: string;
  readonly range?: string;
}

async function rowsIn(
  file: File | undefined,
  typed: string,
): Promise<{ readonly rows: readonly CodeRow[] } | { readonly faults: FileErrors }> {
  const key = parseKey(typed);
  if (!file) return { faults: { file: "请选择下载的加密文件" } };
  if (key === undefined) return { faults: { key: "密钥输入有误，请核对" } };
  if (!canOpen()) return { faults: { file: "请用 https 地址打开本页" } };
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isCodeFile(bytes)) return { faults: { file: "这不是兑换码的加密文件" } };
  return openCodeFile(bytes, key).then(
    (csv) => ({ rows: rowsOfCsv(csv) }),
    () => ({ faults: { key: "打不开：密钥不是这个文件的，或文件不完整" } }),
  );
}

export function useOpenFile() {
  const [file, setFile] = useState<File>();
  const [key, setKey] = useState("");
  const [faults, setFaults] = useState<FileErrors>({});
  const [rows, setRows] = useState<readonly CodeRow[]>();
  return {
    file,
    key,
    faults,
    rows,
    choose: (chosen: File | undefined) => {
      setFile(chosen);
      setFaults({});
      setRows(undefined);
    },
    type: (typed: string) => {
      setKey(typed);
      setFaults({});
    },
    open: async () => {
      const found = await rowsIn(file, key);
      setFaults("faults" in found ? found.faults : {});
      if ("rows" in found) {
        setRows(found.rows);
        // The key is not needed any more on this page.
        setKey("");
      }
    },
  };
}

/**
 * Returns the rows between two serials, at most `CARDS_MAX`, or an error message when there are
 * none.
 */
export function rowsBetween(
  rows: readonly CodeRow[],
  from: string,
  to: string,
): { readonly chosen: readonly CodeRow[]; readonly fault?: string } {
  const [first, last] = [Number(from), Number(to)];
  if (!(first >= 1) || !(last >= first)) return { chosen: [], fault: "请填写从小到大的序号" };
  const chosen = rows.filter(({ serial }) => serial >= first && serial <= last);
  if (chosen.length === 0) return { chosen, fault: "这些序号里没有可以打印的码" };
  if (chosen.length > CARDS_MAX) return { chosen: [], fault: `一次最多打印 ${CARDS_MAX} 张` };
  return { chosen };
}
