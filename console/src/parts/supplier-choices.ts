/** The suppliers outside our own card stock, as choices of a filter: id and name. */
export const outsideSuppliers = [
  ["dining", "点餐"],
  ["topup", "话费与会员直充"],
  ["cards", "卡券供应商"],
  ["movie", "电影票供应商"],
] as const;
