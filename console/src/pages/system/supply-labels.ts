/** The Chinese names of the operations on suppliers, dealers and the ledger. */
export const supplyLabels = {
  operatorSupply: {
    suppliers: "查看供应商",
    topUp: "登记供应商预付款",
    switch: "启停供应商",
    closeCircuit: "解除熔断",
    stock: "查看卡密库存",
    importCards: "导入卡密",
    routes: "查看路由",
    setRoute: "修改路由",
    settlements: "查看供应商结算",
    settlement: "查看一笔结算",
    losses: "查看损失",
    settleLoss: "处理损失",
    test: "测试供应商连接",
    routeCosts: "查看渠道成本记录",
  },
  operatorSuppliers: {
    detail: "查看供应商资料",
    change: "修改供应商资料",
    series: "查看供应商曲线",
    callbacks: "查看供应商回调",
    unknown: "查看结果未知的订单",
    importPrices: "导入供应商价格",
  },
  operatorDealers: {
    list: "查看经销商",
    set: "修改经销商",
    statement: "查看经销商对账单",
    paid: "登记经销商付款",
    reverse: "撤销经销商付款",
  },
  operatorLedger: {
    transactions: "查看账本分录",
    statement: "查看账户对账单",
    balanceAt: "查看时点余额",
  },
} as const;
