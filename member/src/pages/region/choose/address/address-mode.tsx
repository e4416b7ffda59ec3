/**
 * The address book: lists, adds and changes addresses, and returns the chosen one to the calling
 * page.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Address, ADDRESSES_MAX } from "@yunjing/contract/schemas/addresses";
import { lazy, Suspense, useState } from "react";
import { api, operationKey, apiQuery } from "../../../../api.ts";
import { userMessageFor } from "../../../../device/failure.ts";
import { storePickedAddress } from "../../../../device/location-choice.ts";
import { storedToken } from "../../../../device/token.ts";
import { Button } from "../../../../components/button.tsx";
import { Dock } from "../../../../components/dock.tsx";
import { EmptyState, ErrorBlock } from "../../../../components/empty-state.tsx";
import { plus } from "../../../../components/icons.ts";
import { PullRefresh } from "../../../../components/pull-refresh.tsx";
import { Skeleton } from "../../../../components/skeleton.tsx";
import { confirm, toast } from "../../../../shell/facade/facade.ts";
import { goToLogin, navigateBack } from "../../../../shell/navigate.ts";
import { AddressCard } from "./address-card.tsx";
import styles from "./address.module.css";

const AddressForm = lazy(() =>
  import("./address-form.tsx").then((module) => ({ default: module.AddressForm })),
);

const NoLogin = () => (
  <EmptyState scene="empty" title="登录后管理地址" note="收货信息只有你自己能看到">
    <Button onPress={goToLogin}>去登录</Button>
  </EmptyState>
);

/** The actions on an address; each refetches the list. */
function useAddressBook() {
  const queries = useQueryClient();
  const reread = () => queries.invalidateQueries({ queryKey: operationKey(api.addresses.list) });
  const act = (call: Promise<unknown>, doneText: string): Promise<void> =>
    call.then(
      async () => {
        await reread();
        void toast(doneText, { kind: "done" });
      },
      async (failure: unknown) => {
        await reread();
        void toast(userMessageFor(failure), { kind: "failed" });
      },
    );
  return {
    reread,
    makeDefault: ({ addressId }: Address) =>
      act(api.addresses.makeDefault({ addressId }), "已设为默认"),
    remove: async ({ addressId, name, region, detail }: Address): Promise<void> => {
      const isSure = await confirm({
        title: "删除这个地址？",
        content: `${name}，${region} ${detail}`,
        confirmText: "删除",
        cancelText: "再想想",
      });
      if (isSure) await act(api.addresses.remove({ addressId }), "地址已删除");
    },
  };
}

/** Stores the address for the calling page. The "used" request may fail; the choice must not. */
async function choose(address: Address): Promise<void> {
  const { addressId, name, phone, region, detail } = address;
  storePickedAddress({ addressId, name, phone, text: `${region} ${detail}` });
  api.addresses.used({ addressId }).catch(() => undefined);
  await navigateBack();
}

interface AddressBookProps {
  readonly isPicking: boolean;
  /** `new`, or the address to change. */
  readonly onEdit: (what: Address | "new") => void;
}

function AddressBook({ isPicking, onEdit }: AddressBookProps) {
  const { data, isLoadingError, refetch } = useQuery(apiQuery(api.addresses.list, {}));
  const addressBook = useAddressBook();
  const list = data?.list ?? [];
  const isFull = list.length >= ADDRESSES_MAX;
  return (
    <>
      <PullRefresh onRefresh={refetch}>
        <div className={styles.list}>
          {!data && !isLoadingError && <Skeleton count={3} />}
          {isLoadingError && <ErrorBlock note="地址没有读到" onRetry={refetch} />}
          {data && list.length === 0 && (
            <EmptyState title="还没有地址" note="可以粘贴一段文字，自动识别姓名、电话和地址" />
          )}
          {list.length > 0 && (
            <ul className="grid one-column gap-3" aria-label="地址">
              {list.map((address) => (
                <AddressCard
                  key={address.addressId}
                  address={address}
                  onPress={() => (isPicking ? choose(address) : onEdit(address))}
                  pressText={isPicking ? "选用" : "编辑"}
                  onEdit={() => onEdit(address)}
                  onDefault={() => addressBook.makeDefault(address)}
                  onRemove={() => addressBook.remove(address)}
                />
              ))}
            </ul>
          )}
          {list.length > 0 && (
            <p className="caption text-center mt-4">
              {list.length} / {ADDRESSES_MAX} 个地址
            </p>
          )}
        </div>
      </PullRefresh>
      {data && (
        <Dock>
          <Button
            block
            icon={plus}
            reason={isFull ? `最多保存 ${ADDRESSES_MAX} 个地址` : undefined}
            onPress={() => onEdit("new")}
          >
            新增地址
          </Button>
        </Dock>
      )}
    </>
  );
}

export function AddressMode({ isPicking }: { readonly isPicking: boolean }) {
  const [edited, setEdited] = useState<Address | "new">();
  const { reread } = useAddressBook();
  if (storedToken() === "") return <NoLogin />;
  return (
    <div className="page">
      <AddressBook isPicking={isPicking} onEdit={setEdited} />
      {edited !== undefined && (
        <Suspense fallback={null}>
          <AddressForm
            address={edited === "new" ? undefined : edited}
            onSaved={reread}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
