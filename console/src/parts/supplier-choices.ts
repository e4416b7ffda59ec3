/** The suppliers outside our own card stock, as choices of a filter: id and name. */
export const outsideSuppliers = [
  ["dining", "餐饮供应商"],
  ["topup", "话费与会员直充"],
  ["cards", "卡券供应商"],
  ["movie", "电影票供应商"],
] as const;

const names = new Map<string, string>([...outsideSuppliers, ["own", "自有卡库"]]);

/** The name of a supplier; its id for one that the product does not know. */
export const supplierName = (supplierId: string): string => names.get(supplierId) ?? supplierId;
