export { profileAttacker } from './attacker/profile-attacker.js';
export { checkFromTables, summaryOf } from './check-sandwich.js';
export { checkSandwiches } from './check-sandwiches.js';
export { compareWallets } from './competition/compare-wallets.js';
export { poolOf } from './pools.js';
export { describeScan } from './wallet/describe-scan.js';
export { scanWallet } from './wallet/scan-wallet.js';
export { createWalletScans } from './wallet/wallet-scans.js';
