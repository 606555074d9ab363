import type { ProgramErrors } from './error-list.js';

/**
 * Errors of DEXs, aggregators and terminals by program, each list from the source that stands with it; the kinds are
 * ours. A program without `errors` publishes no list that we found. The forks of SPL's token swap are taken to have kept
 * its list.
 */
export const PROGRAM_ERRORS: readonly ProgramErrors[] = [
  {
    name: 'Jupiter v6',
    ids: ['JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'],
    source:
      'anchorageoss/visualsign-parser@e5810599:src/chain_parsers/visualsign-solana/src/presets/jupiter_swap/jupiter_agg_v6.json',
    errors: {
      limit: '6001 SlippageToleranceExceeded, 6017 ExactOutAmountNotMatched',
      insufficient_funds: '6024 InsufficientFunds',
      pool_state: '6026 BondingCurveAlreadyCompleted',
      account: `
        6003 MissingPlatformFeeAccount, 6008 NotEnoughAccountKeys, 6011 InvalidReferralAuthority,
        6012 LedgerTokenAccountDoesNotMatch, 6013 InvalidTokenLedger, 6014 IncorrectTokenProgramID,
        6015 TokenProgramNotProvided, 6018 SourceAndDestinationMintCannotBeTheSame, 6019 InvalidMint,
        6020 InvalidProgramAuthority, 6021 InvalidOutputTokenAccount, 6022 InvalidFeeWallet,
        6023 InvalidAuthority, 6025 InvalidTokenAccount`,
      arithmetic: '6002 InvalidCalculation',
      other: `
        6000 EmptyRoute, 6004 InvalidSlippage, 6005 NotEnoughPercent, 6006 InvalidInputIndex,
        6007 InvalidOutputIndex, 6009 NonZeroMinimumOutAmountNotSupported, 6010 InvalidRoutePlan,
        6016 SwapNotSupported`,
    },
  },
  {
    name: 'Jupiter v4',
    ids: ['JUP4Fb2cqiRUcaTHdrPC8h2gNsA2ETXiPDD33WcGuJB'],
    source: 'SUNDRAM07/txwhy@57d19113:src/lib/data/program-errors.json',
    errors: {
      limit: '6001 SlippageToleranceExceeded',
      account: '6003 MissingPlatformFeeAccount, 6008 NotEnoughAccountKeys',
      arithmetic: '6002 InvalidCalculation',
      other: `
        6000 EmptyRoute, 6004 InvalidSlippage, 6005 NotEnoughPercent, 6006 InAmountsStackIsEmpty,
        6007 OutAmountsStackIsEmpty, 6009 NonZeroMinimumOutAmountNotSupported`,
    },
  },
  {
    name: 'Jupiter v3',
    ids: ['JUP3c2Uh3WA4Ng34tw6kPd2G4C5BB21Xo36Je1s32Ph'],
    source: 'an IDL found in public code',
    errors: {
      limit: '6000 SlippageToleranceExceeded',
      account: `
        6001 InvalidTokenLedger, 6002 MissingTokenLedger, 6003 MissingMercurialExchangeTokenAccount,
        6004 LedgerTokenAccountDoesNotMatch, 6005 MissingPlatformFeeAccount`,
      arithmetic: '6006 InvalidCalculation',
    },
  },
  {
    name: 'Jupiter v2',
    ids: ['JUP2jxvXaqu7NQY1GmNF4m1vodw12LVXYxbFL2uJvfo'],
  },
  {
    name: 'Jupiter v5',
    ids: ['JUP5cHjnnCx2DppVsufsLrXs8EBZeEZzGtEK9Gdz6ow', 'JUP5pEAZeHdHrLxh5UCwAbpjGwYKKoquCpda2hfP4u8'],
  },
  {
    name: 'OKX DEX router',
    ids: ['6m2CDdhRgxpH4WjvdzxAYbGxwdGUz5MziiL5jek2kBma'],
    source: 'rpcpool/yellowstone-vixen@f3207ee3:tests/idls/okx_labs1.json',
    movedFrom: 6003,
    errors: {
      limit: '6001 minReturnNotReached',
      insufficient_funds: '6066 insufficientFunds, 6072 insufficientBalance',
      account: `
        6008 invalidSourceTokenAccount, 6009 invalidDestinationTokenAccount, 6010 invalidTokenAccount,
        6014 invalidCommissionTokenAccount, 6015 invalidCommissionTemporaryTokenAccount,
        6016 invalidAccountsLength, 6017 invalidHopAccounts, 6018 invalidHopFromAccount,
        6019 swapAuthorityIsNotSigner, 6020 invalidAuthorityPda, 6021 invalidSwapAuthority,
        6022 invalidProgramId, 6023 invalidPool, 6024 invalidTokenMint, 6028 invalidSanctumSwapAccounts,
        6029 invalidSwapAuthorityAccounts, 6032 missingSaAccount, 6036 invalidMint,
        6038 invalidFeeTokenAccount, 6039 invalidSaAuthority, 6040 commissionAccountIsNone,
        6041 platformFeeAccountIsNone, 6042 trimAccountIsNone, 6043 chargeAccountIsNone,
        6044 invalidFeeAccount, 6045 invalidSourceTokenSa, 6046 saAuthorityIsNone, 6047 sourceTokenSaIsNone,
        6048 sourceTokenProgramIsNone, 6049 destinationTokenSaIsNone, 6050 destinationTokenProgramIsNone,
        6052 invalidAccountData, 6054 tobAuthorityPdaRequired, 6055 tobWsolSaRequired, 6056 invalidWsolSa,
        6057 invalidTrimAccount, 6058 invalidChargeAccount, 6059 invalidCommissionAccount,
        6060 invalidPlatformFeeAccount, 6062 unexpectedSaTokenAccount, 6063 invalidSourceTokenSaMint,
        6064 invalidDestinationTokenSaMint, 6068 invalidTokenProgram, 6069 invalidSigner,
        6070 invalidAssociatedTokenProgram, 6071 solReceiverMustBeSystemAccount,
        6077 receiverMustBeTokenAccount, 6078 receiverMustBeWsolAccount, 6079 tokenProgramIsNone,
        6080 associatedTokenProgramIsNone, 6081 systemProgramIsNone`,
      arithmetic: '6025 calculationError',
      other: `
        6000 tooManyHops, 6002 amountInMustBeGreaterThanZero, 6003 invalidExpectAmountOut,
        6004 amountsAndRoutesMustHaveTheSameLength, 6005 totalAmountsMustBeEqualToAmountIn,
        6006 dexesAndWeightsMustHaveTheSameLength, 6007 weightsMustSumTo100, 6011 invalidCommissionRate,
        6012 invalidTrimRate, 6013 invalidChargeRate, 6026 invalidSanctumLstStateListData,
        6027 invalidSanctumLstStateListIndex, 6030 invalidBridgeSeed, 6031 invalidBundleInput,
        6033 invalidPlatformFeeRate, 6034 amountOutMustBeGreaterThanZero, 6035 invalidDampingTerm,
        6037 invalidPlatformFeeAmount, 6051 resultMustBeGreaterThanZero, 6053 invalidRfqParameters,
        6061 invalidActualAmountIn, 6065 adapterAbort, 6067 invalidDiffLamports,
        6073 solReceiverRequiresAccCloseFlag, 6074 destinationMustBeWsolForSolReceiver,
        6075 invalidGoonfiParameters, 6076 invalidTrimAmount`,
    },
  },
  {
    name: 'OKX v2',
    ids: ['proVF4pMXVaYqmy4NjniPh4pqKNfMmsihgd4wdkCX3u'],
  },
  {
    name: 'DFlow aggregator',
    ids: ['DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH'],
    source: 'an IDL found in public code',
    errors: {
      limit: '15001 SlippageLimitExceeded',
      deadline: '15006 OrderNotFillableAfterLastFillableSlot',
      account: `
        15002 FeeAccountNotSpecified, 15003 InvalidFeeAccountOwner, 15005 OutputTokenAccountMismatch,
        15007 FillOrderNotAuthorized, 15008 MintAccountNotSpecified, 15009 ReturnInputTokenAccountMismatch,
        15011 CloseOrderNotAuthorized, 15012 InvalidReturnInputTokenAccount, 15013 InvalidOutputTokenAccount`,
      other: `
        15000 SwapCpiFailed, 15004 InputAmountIsZero, 15010 ReturnRentToMismatch, 15014 CouldNotReturnInput,
        15015 LegInputOverconsumption`,
    },
  },
  {
    name: 'Titan',
    ids: ['T1TANpTeScyeqVzzgNViGDNrkQ6qHz9KrSBS4aNXvGT'],
    source: 'Titan-Pathfinder/titan-v2-cpi-example@d4327181:titan_swap.json',
    errors: {
      limit: '6008 LessThanMinimumAmountOut',
      account: `
        6001 TooManyMintsSpecified, 6002 InvalidPubkeyString, 6005 MissingRemainingAccount,
        6009 InvalidAccountData`,
      arithmetic: '6003 CheckedArithmeticFailed, 6004 IntegerConversionFailed',
      other: '6000 TooManySwapsSpecified, 6006 DeserializationError, 6007 InvalidSwapInput',
    },
  },
  {
    name: 'Binance Wallet',
    ids: ['B3111yJCeHBcA1bizdJjUFPALfhAfSRnAbJzGUtnt56A'],
  },
  {
    name: 'Raydium router',
    ids: ['routeUGWgWzqBWFcrCfv8tritsqukccJPu3q5GPP3xS'],
    source: 'log of transaction 285 of block 254170887: "exceeds desired slippage limit"',
    errors: {
      limit: '38 ExceededSlippage',
    },
  },
  {
    name: 'Jupiter DCA',
    ids: ['DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M'],
    source: 'rpcpool/yellowstone-vixen@f3207ee3:tests/idls/dca.json',
    errors: {
      limit:
        '6020 swapOutAmountBelowMinimum, 6045 swapOutLessThanUserMinimum, 6046 swapOutMoreThanUserMaximum',
      insufficient_funds: `
        6012 insufficientBalanceInProgram, 6014 userInsufficientBalance, 6036 insufficientBalanceForRent,
        6038 insufficientWsolForTransfer`,
      account: `
        6007 unauthorized, 6008 noInATA, 6009 noUserInATA, 6010 noOutATA, 6011 noUserOutATA,
        6015 unauthorizedKeeper, 6021 wrongAdmin, 6023 addressMismatch, 6030 invalidSwapMint,
        6034 wrongSwapOutAccount, 6043 intermediateAccountNotSet`,
      arithmetic: '6017 mathErrors, 6022 mathOverflow',
      other: `
        6000 invalidAmount, 6001 invalidCycleAmount, 6002 invalidPair, 6003 tooFrequent,
        6004 invalidMinPrice, 6005 invalidMaxPrice, 6006 inAmountInsufficient, 6013 invalidDepositAmount,
        6016 unrecognizedProgram, 6018 keeperNotTimeToFill, 6019 orderFillAmountWrong, 6024 programMismatch,
        6025 incorrectRepaymentAmount, 6026 cannotBorrowBeforeRepay, 6027 noRepaymentInstructionFound,
        6028 missingSwapInstructions, 6029 unexpectedSwapProgram, 6031 unknownInstruction,
        6032 missingRepayInstructions, 6033 keeperShortchanged, 6035 wrongTransferAmount,
        6037 unexpectedSolBalance, 6039 missedInstruction, 6040 wrongProgram, 6041 balanceNotZero,
        6042 unexpectedWSOLLeftover, 6044 unexpectedSwapInstruction`,
    },
  },
  {
    name: 'Jupiter Limit v1',
    ids: ['jupoNjAxXgZ4rjzxzPMP4oxduvQsQtZzyknqvzYNrNu'],
    source: 'rpcpool/yellowstone-vixen@f3207ee3:tests/idls/limit_order_v1.json',
    errors: {
      deadline: '6008 orderExpired, 6009 orderNotExpired',
      account: '6004 invalidInputAccount, 6005 invalidOutputAccount',
      arithmetic: '6003 invalidCalculation, 6011 mathOverflow',
      other: `
        6000 invalidMakingAmount, 6001 invalidTakingAmount, 6002 invalidMaxTakingAmount, 6006 invalidPair,
        6007 missingReferral, 6010 invalidKeeper, 6012 programMismatch, 6013 unknownInstruction,
        6014 missingRepayInstructions, 6015 invalidOrder, 6016 invalidBorrowMakingAmount`,
    },
  },
  {
    name: 'Jupiter Limit v2',
    ids: ['j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X'],
    source: 'rpcpool/yellowstone-vixen@f3207ee3:tests/idls/limit_order_v2.json',
    errors: {
      deadline: '6007 orderExpired, 6008 orderNotExpired',
      account: `
        6003 invalidInputAccount, 6004 invalidMakerOutputAccount, 6005 invalidTakerOutputAccount,
        6009 invalidAdmin, 6020 transferTaxMint, 6021 invalidOutputMint, 6027 unsupportedMint`,
      arithmetic: '6011 mathOverflow',
      other: `
        6000 invalidMakingAmount, 6001 invalidTakingAmount, 6002 invalidMaxTakingAmount, 6006 invalidPair,
        6010 invalidKeeper, 6012 programMismatch, 6013 unknownInstruction, 6014 missingRepayInstructions,
        6015 invalidOrder, 6016 invalidBorrowMakingAmount, 6017 invalidExpiredDate, 6018 feeBpsTooLow,
        6019 feeBpsTooHigh, 6022 invalidMinTakingAmount, 6023 invalidSwapData, 6024 invalidSwapInputAmount,
        6025 invalidSwappedAmount, 6026 invalidDustOrder`,
    },
  },
  {
    name: 'Jupiter Z',
    ids: ['61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH'],
    source: 'rpcpool/yellowstone-vixen@f3207ee3:tests/idls/order_engine.json',
    errors: {
      account: '6001 missingTemporaryWrappedSolTokenAccount',
      arithmetic: '6000 invalidCalculation',
    },
  },
  {
    name: 'Kamino Limo',
    ids: ['LiMoM9rMhrdYrfzUCxQppvxCSG1FcrUK9G8uLq4A1GF'],
    source:
      'anchorageoss/visualsign-parser@e5810599:src/chain_parsers/visualsign-solana/src/presets/kamino_limit/kamino_limit.json',
    errors: {
      limit: '6047 SwapInputAmountTooLarge, 6048 SwapOutputAmountTooSmall',
      insufficient_funds: '6034 NotEnoughBalanceForRent',
      pool_state: `
        6001 OrderNotActive, 6018 FlashTakeOrderBlocked, 6025 EmergencyModeEnabled,
        6026 CreatingNewOrdersBlocked, 6027 OrderTakingBlocked,
        6029 PermissionRequiredPermissionlessNotEnabled`,
      account: `
        6002 InvalidAdminAuthority, 6003 InvalidPdaAuthority, 6005 InvalidOrderOwner,
        6022 FlashIxsAccountMismatch, 6031 InvalidAtaAddress, 6032 MakerOutputAtaRequired,
        6033 IntermediaryOutputTokenAccountRequired, 6036 OrderSameMint, 6038 InvalidTokenAccount,
        6040 UninitializedTokenAccount, 6041 InvalidTokenAccountOwner, 6042 InvalidAccount,
        6043 InvalidTokenMint, 6044 InvalidTokenAuthority`,
      arithmetic: '6006 OutOfRangeIntegralConversion, 6008 MathOverflow, 6012 IntegerOverflow',
      other: `
        6000 OrderCanNotBeCanceled, 6004 InvalidConfigOption, 6007 InvalidFlag,
        6009 OrderInputAmountInvalid, 6010 OrderOutputAmountInvalid, 6011 InvalidHostFee,
        6013 InvalidTipBalance, 6014 InvalidTipTransferAmount, 6015 InvalidHostTipBalance,
        6016 OrderWithinFlashOperation, 6017 CPINotAllowed, 6019 FlashTxWithUnexpectedIxs,
        6020 FlashIxsNotEnded, 6021 FlashIxsNotStarted, 6023 FlashIxsArgsMismatch,
        6024 OrderNotWithinFlashOperation, 6028 OrderInputAmountTooLarge, 6030 PermissionDoesNotMatchOrder,
        6035 NotEnoughTimePassedSinceLastUpdate, 6037 UnsupportedTokenExtension, 6039 OrderTypeInvalid,
        6045 InvalidParameterType, 6046 CounterpartyDisallowed, 6049 SwapInputInvalidBalanceChange,
        6050 SwapOutputInvalidBalanceChange`,
    },
  },
  {
    name: 'Raydium AMM v4',
    ids: ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8'],
    source: 'raydium-io/raydium-amm@27f461dd:program/src/error.rs',
    errors: {
      limit: '30 ExceededSlippage',
      insufficient_funds: '40 InsufficientFunds',
      pool_state: '22 InvalidStatus, 36 CheckedEmptyFunds',
      account: `
        1 InvalidProgramAddress, 2 ExpectedMint, 3 ExpectedAccount, 4 InvalidCoinVault, 5 InvalidPCVault,
        6 InvalidTokenLP, 7 InvalidDestTokenCoin, 8 InvalidDestTokenPC, 9 InvalidPoolMint,
        10 InvalidOpenOrders, 11 InvalidMarket, 12 InvalidMarketProgram, 13 InvalidTargetOrders,
        14 AccountNeedWriteable, 15 AccountNeedReadOnly, 16 InvalidCoinMint, 17 InvalidPCMint,
        18 InvalidOwner, 20 InvalidDelegate, 21 InvalidSignAccount, 24 WrongAccountsNumber,
        25 InvalidTargetAccountOwner, 26 InvalidTargetOwner, 27 InvalidAmmAccountOwner,
        38 InvalidSplTokenProgram, 42 InvalidUserToken, 43 InvalidSrmMint, 44 InvalidSrmToken,
        45 TooManyOpenOrders, 47 InvalidSysProgramAddress, 51 InvalidCloseAuthority,
        52 InvalidFreezeAuthority, 53 InvalidReferPCMint, 54 InvalidConfigAccount,
        55 RepeatCreateConfigAccount`,
      arithmetic: `
        31 CalculationExRateFailure, 32 CheckedSubOverflow, 33 CheckedAddOverflow, 34 CheckedMulOverflow,
        35 CheckedDivOverflow, 41 ConversionFailure`,
      other: `
        0 AlreadyInUse, 19 InvalidSupply, 23 InvalidInstruction, 28 InvalidParamsSet, 29 InvalidInput,
        37 CalcPnlError, 39 TakePnlError, 46 OrderAtSlotIsPlaced, 48 InvalidFee, 49 RepeatCreateAmm,
        50 NotAllowZeroLP, 56 MarketLotSizeIsTooLarge, 57 InitLpAmountTooLess, 58 UnknownAmmError,
        59 NotAllowed`,
    },
  },
  {
    name: 'Raydium CLMM',
    ids: ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK'],
    source:
      'raydium-io/raydium-idl@61231043:raydium_clmm/amm_v3.json and raydium-io/raydium-clmm@03b44b7f:programs/amm/src/error.rs',
    movedFrom: 6000,
    errors: {
      limit: `
        6013 SqrtPriceLimitOverflow, 6021 PriceSlippageCheck, 6022 TooLittleOutputReceived,
        6023 TooMuchInputPaid`,
      pool_state: '6019 LiquidityInsufficient, 6041 InsufficientLiquidityForDirection, 6047 ZeroLiquidity',
      deadline: '6020 TransactionTooOld',
      account: `
        6001 NotApproved, 6003 AccountLack, 6005 ZeroMintAmount, 6011 InvalidTickArray,
        6012 InvalidTickArrayBoundary, 6025 InvalidInputPoolVault, 6027 NotEnoughTickArrayAccount,
        6028 InvalidFirstTickArrayAccount, 6032 ExceptRewardMint, 6035 InvalidRewardInputAccountNumber,
        6039 NotSupportMint, 6040 MissingTickArrayBitmapExtensionAccount, 6049 MissingMintAccount,
        6050 MissingTokenProgram2022, 6051 InvalidTickArrayBitmapExtensionAccount`,
      arithmetic: `
        6008 TickLowerOverflow, 6009 TickUpperOverflow, 6042 MaxTokenOverflow, 6043 CalculateOverflow,
        6044 TransferFeeCalculateNotMatch`,
      other: `
        6000 LOK, 6002 InvalidUpdateConfigFlag, 6004 ClosePositionErr, 6006 InvalidTickIndex,
        6007 TickInvalidOrder, 6010 TickAndSpacingNotMatch, 6014 SqrtPriceX64, 6015 LiquiditySubValueErr,
        6016 LiquidityAddValueErr, 6017 InvalidLiquidity, 6018 ForbidBothZeroForSupplyLiquidity,
        6024 ZeroAmountSpecified, 6026 TooSmallInputOrOutputAmount, 6029 InvalidRewardIndex,
        6030 FullRewardInfo, 6031 RewardTokenAlreadyInUse, 6033 InvalidRewardInitParam,
        6034 InvalidRewardDesiredAmount, 6036 InvalidRewardPeriod, 6037 NotApproveUpdateRewardEmissiones,
        6038 UnInitializedRewardInfo, 6045 InvalidFeeOn, 6046 ZeroSqrtPrice, 6048 MissingBaseFlag`,
    },
  },
  {
    name: 'Raydium CPMM',
    ids: ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'],
    source: 'raydium-io/raydium-cp-swap@609780f1:programs/cp-swap/src/error.rs',
    errors: {
      limit: '6005 ExceededSlippage',
      pool_state: '6012 InsufficientVault',
      account: `
        6000 NotApproved, 6001 InvalidOwner, 6002 EmptySupply, 6004 IncorrectLpMint, 6007 NotSupportMint,
        6008 InvalidVault`,
      arithmetic: '6010 TransferFeeCalculateNotMatch, 6011 MathOverflow',
      other: `
        6003 InvalidInput, 6006 ZeroTradingTokens, 6009 InitLpAmountTooLess, 6013 InvalidFeeModel,
        6014 NoFeeCollect`,
    },
  },
  {
    name: 'Raydium LaunchLab',
    ids: ['LanMV9sAd7wArD4vJFi2qDdfnVhFxYSUg6eADduJ3uj'],
    source: '0xfnzero/sol-trade-sdk@8e92f8f3:idl/raydium_launchpad.json',
    errors: {
      limit: '6004 ExceededSlippage',
      pool_state: '6005 PoolFunding, 6006 PoolMigrated, 6015 PoolNotMigrated',
      account: '6000 NotApproved, 6001 InvalidOwner, 6018 NotEnoughRemainingAccounts',
      arithmetic: '6008 MathOverflow, 6019 TransferFeeCalculateNotMatch',
      other: `
        6002 InvalidInput, 6003 InputNotMatchCurveConfig, 6007 MigrateTypeNotMatch, 6009 NoAssetsToCollect,
        6010 VestingRatioTooHigh, 6011 VestingSettingEnded, 6012 VestingNotStarted, 6013 NoVestingSchedule,
        6014 InvalidPlatformInfo, 6016 InvalidCpSwapConfig, 6017 NoSupportExtension,
        6020 CurveParamIsNotExist`,
    },
  },
  {
    name: 'Raydium Stable',
    ids: ['5quBtoiQqxF9Jv6KYKctB59NT3gtJD2Y65kdnB1Uev3h'],
  },
  {
    name: 'Orca Whirlpool',
    ids: ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'],
    source:
      'orca-so/whirlpools@630c0e01:programs/whirlpool/src/errors.rs; anchorageoss/visualsign-parser@e5810599:src/chain_parsers/visualsign-solana/src/presets/orca_whirlpool/orca_whirlpool.json',
    errors: {
      limit: `
        6017 TokenMaxExceeded, 6018 TokenMinSubceeded, 6034 InvalidSqrtPriceLimitDirection,
        6036 AmountOutBelowMinimum, 6037 AmountInAboveMaximum, 6057 PartialFillError,
        6069 PriceSlippageOutOfBounds`,
      pool_state: '6064 TradeIsNotEnabled, 6066 FeatureIsNotEnabled',
      account: `
        6002 TickArrayExistInPool, 6003 TickArrayIndexOutofBounds, 6009 TickNotFound,
        6019 MissingOrInvalidDelegate, 6023 InvalidTickArraySequence, 6024 InvalidTokenMintOrder,
        6027 RewardVaultAmountInsufficient, 6038 TickArraySequenceInvalidIndex,
        6041 InvalidIntermediaryMint, 6047 UnsupportedTokenMint, 6048 RemainingAccountsInvalidSlice,
        6049 RemainingAccountsInsufficient, 6050 NoExtraAccountsForTransferHook,
        6053 RemainingAccountsDuplicatedAccountsType, 6055 TooManySupplementalTickArrays,
        6056 DifferentWhirlpoolTickArrayAccount`,
      arithmetic: `
        6006 DivideByZero, 6007 NumberCastError, 6008 NumberDownCastError, 6014 LiquidityOverflow,
        6015 LiquidityUnderflow, 6016 LiquidityNetError, 6021 InvalidTimestampConversion,
        6030 MultiplicationShiftRightOverflow, 6031 MulDivOverflow, 6032 MulDivInvalidInput,
        6033 MultiplicationOverflow, 6039 AmountCalcOverflow, 6040 AmountRemainingOverflow,
        6052 TransferFeeCalculationError, 6065 RentCalculationError`,
      other: `
        6000 InvalidEnum, 6001 InvalidStartTick, 6004 InvalidTickSpacing, 6005 ClosePositionNotEmpty,
        6010 InvalidTickIndex, 6011 SqrtPriceOutOfBounds, 6012 LiquidityZero, 6013 LiquidityTooHigh,
        6020 InvalidPositionTokenAmount, 6022 InvalidTimestamp, 6025 RewardNotInitialized,
        6026 InvalidRewardIndex, 6028 FeeRateMaxExceeded, 6029 ProtocolFeeRateMaxExceeded,
        6035 ZeroTradableAmount, 6042 DuplicateTwoHopPool, 6043 InvalidBundleIndex,
        6044 BundledPositionAlreadyOpened, 6045 BundledPositionAlreadyClosed,
        6046 PositionBundleNotDeletable, 6051 IntermediateTokenAmountMismatch, 6054 FullRangeOnlyPool,
        6058 PositionNotLockable, 6059 OperationNotAllowedOnLockedPosition, 6060 SameTickRangeNotAllowed,
        6061 InvalidAdaptiveFeeConstants, 6062 InvalidFeeTierIndex, 6063 InvalidTradeEnableTimestamp,
        6067 PositionWithTokenExtensionsRequired, 6068 AdaptiveFeeConstantsUnchanged`,
    },
  },
  {
    name: 'Token swap',
    ids: [
      'DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1',
      '9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP',
      'SwaPpA9LAaLfeLi3a68M4DjnLqgtticKg6CnyNwgAC8',
      'SSwpMgqNDsyV7mAgN9ady4bDVu5ySjmmXejXvy2vLt1',
      'DSwpgjMvXhtGn6BsbqmacdBZyfLj6jSWf3HJpdJtmg6N',
      'Dooar9JkhdZ7J3LHN3A7YCuoGRUggXhQaG4kijfLGU2j',
      'PSwapMdSai8tjrEXcxFeQth87xC4rRsa4VA5mhGhXkP',
      'FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X',
      'SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr',
    ],
    source: 'solana-labs/solana-program-library@264ca72d:token-swap/program/src/error.rs',
    errors: {
      limit: '16 ExceededSlippage',
      account: `
        1 InvalidProgramAddress, 2 InvalidOwner, 3 InvalidOutputOwner, 4 ExpectedMint, 5 ExpectedAccount,
        6 EmptySupply, 8 InvalidDelegate, 10 IncorrectSwapAccount, 11 IncorrectPoolMint, 15 RepeatedMint,
        17 InvalidCloseAuthority, 18 InvalidFreezeAuthority, 19 IncorrectFeeAccount,
        24 IncorrectTokenProgramId, 28 InvalidFeeAccount`,
      arithmetic: '13 CalculationFailure, 21 FeeCalculationFailure, 22 ConversionFailure',
      other: `
        0 AlreadyInUse, 7 InvalidSupply, 9 InvalidInput, 12 InvalidOutput, 14 InvalidInstruction,
        20 ZeroTradingTokens, 23 InvalidFee, 25 UnsupportedCurveType, 26 InvalidCurve,
        27 UnsupportedCurveOperation`,
    },
  },
  {
    name: 'Pump.fun',
    ids: ['6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P'],
    source: 'pump-fun/pump-public-docs@1b822158:idl/pump.json',
    errors: {
      limit: '6002 TooMuchSolRequired, 6003 TooLittleSolReceived, 6042 BuySlippageBelowMinTokensOut',
      insufficient_funds:
        '6023 NotEnoughTokensToSell, 6040 BuyNotEnoughSolToCoverRent, 6041 BuyNotEnoughSolToCoverFees',
      pool_state: `
        6005 BondingCurveComplete, 6006 BondingCurveNotComplete, 6007 NotInitialized, 6017 DisabledWithdraw,
        6018 DisabledMigrate, 6021 NotEnoughTokensToBuy, 6046 CreateV2Disabled, 6048 MayhemModeDisabled,
        6050 UnableToDistributeCreatorVaultMigratedToSharingConfig, 6051 SharingConfigNotActive,
        6056 CashbackNotEnabled`,
      account: `
        6000 NotAuthorized, 6004 MintDoesNotMatchBondingCurve, 6010 AccountTypeNotSupported,
        6014 AllZerosWithdrawAuthority, 6019 InvalidCreator, 6027 NotEnoughRemainingAccounts,
        6028 AllFeeRecipientsShouldBeNonZero, 6029 UnsortedNotUniqueFeeRecipients,
        6039 InvalidIncentiveMint, 6049 CreatorMigratedToSharingConfig,
        6052 UnableToDistributeCreatorFeesToExecutableRecipient,
        6053 BondingCurveAndSharingConfigCreatorMismatch, 6054 ShareholdersAndRemainingAccountsMismatch,
        6057 BuybackFeeRecipientNotAuthorized, 6058 AllBuybackFeeRecipientsShouldBeNonZero,
        6059 NotUniqueBuybackFeeRecipients, 6061 WrongBuybackFeeRecipientsCount,
        6062 BuybackFeeRecipientMissing, 6063 UnsupportedQuoteMint, 6064 InvalidQuoteTokenProgram,
        6065 InvalidAssociatedQuoteBondingCurve, 6066 QuoteMintWhitelistFull,
        6067 QuoteMintAlreadyWhitelisted, 6068 QuoteMintNotWhitelisted,
        6069 QuoteMintNotEligibleForWhitelist, 6070 UnableToDistributeCreatorFeesToUninitializedAccount,
        6071 MayhemModeQuoteMintNotAllowed`,
      arithmetic: '6024 Overflow, 6025 Truncation, 6026 DivisionByZero',
      other: `
        6001 AlreadyInitialized, 6008 WithdrawTooFrequent, 6009 NewSizeShouldBeGreaterThanCurrentSize,
        6011 InitialRealTokenReservesShouldBeLessThanTokenTotalSupply,
        6012 InitialVirtualTokenReservesShouldBeGreaterThanInitialRealTokenReserves,
        6013 FeeBasisPointsGreaterThanMaximum, 6015 PoolMigrationFeeShouldBeLessThanFinalRealSolReserves,
        6016 PoolMigrationFeeShouldBeGreaterThanCreatorFeePlusMaxMigrateFees, 6020 BuyZeroAmount,
        6022 SellZeroAmount, 6030 CreatorShouldNotBeZero, 6031 StartTimeInThePast, 6032 EndTimeInThePast,
        6033 EndTimeBeforeStartTime, 6034 TimeRangeTooLarge, 6035 EndTimeBeforeCurrentDay,
        6036 SupplyUpdateForFinishedRange, 6037 DayIndexAfterEndIndex, 6038 DayInActiveRange,
        6043 NameTooLong, 6044 SymbolTooLong, 6045 UriTooLong, 6047 CpitializeMayhemFailed,
        6055 InvalidShareBps, 6060 BuybackBasisPointsOutOfRange`,
    },
  },
  {
    name: 'PumpSwap',
    ids: ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA'],
    source: 'pump-fun/pump-public-docs@1b822158:idl/pump_amm.json',
    errors: {
      limit: '6004 ExceededSlippage, 6040 BuySlippageBelowMinBaseAmountOut',
      insufficient_funds: '6039 BuyNotEnoughQuoteTokensToCoverFees',
      pool_state: `
        6003 TooLittlePoolTokenLiquidity, 6016 BuyMoreBaseAmountThanPoolReserves, 6017 DisabledCreatePool,
        6018 DisabledDeposit, 6019 DisabledWithdraw, 6020 DisabledBuy, 6021 DisabledSell,
        6041 MayhemModeDisabled, 6048 CreatorVaultMigratedToSharingConfig, 6049 CashbackNotEnabled`,
      account: `
        6005 InvalidAdmin, 6006 UnsupportedBaseMint, 6007 UnsupportedQuoteMint, 6008 InvalidBaseMint,
        6009 InvalidQuoteMint, 6010 InvalidLpMint, 6011 AllProtocolFeeRecipientsShouldBeNonZero,
        6012 UnsortedNotUniqueProtocolFeeRecipients, 6013 InvalidProtocolFeeRecipient,
        6014 InvalidPoolBaseTokenAccount, 6015 InvalidPoolQuoteTokenAccount, 6022 SameMint,
        6027 AccountTypeNotSupported, 6029 InvalidAdminSetCoinCreatorAuthority, 6038 InvalidIncentiveMint,
        6044 NotEnoughRemainingAccounts, 6045 InvalidSharingConfigBaseMint,
        6046 InvalidSharingConfigCoinCreator, 6047 CoinCreatorMigratedToSharingConfig,
        6053 BuybackFeeRecipientNotAuthorized, 6054 AllBuybackFeeRecipientsShouldBeNonZero,
        6055 NotUniqueBuybackFeeRecipients, 6057 WrongBuybackFeeRecipientsCount,
        6058 BuybackFeeRecipientMissing`,
      arithmetic: '6023 Overflow, 6024 Truncation, 6025 DivisionByZero',
      other: `
        6000 FeeBasisPointsExceedsMaximum, 6001 ZeroBaseAmount, 6002 ZeroQuoteAmount,
        6026 NewSizeLessThanCurrentSize, 6028 OnlyCanonicalPumpPoolsCanHaveCoinCreator,
        6030 StartTimeInThePast, 6031 EndTimeInThePast, 6032 EndTimeBeforeStartTime, 6033 TimeRangeTooLarge,
        6034 EndTimeBeforeCurrentDay, 6035 SupplyUpdateForFinishedRange, 6036 DayIndexAfterEndIndex,
        6037 DayInActiveRange, 6042 OnlyPumpPoolsMayhemMode, 6043 MayhemModeInDesiredState,
        6050 OnlyPumpPoolsCashback, 6051 CashbackNotInDesiredState,
        6052 TokensInVaultLessThanCashbackEarned, 6056 BuybackBasisPointsOutOfRange`,
    },
  },
  {
    name: 'Pump fees program',
    ids: ['pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ'],
    source: 'pump-fun/pump-public-docs@1b822158:idl/pump_fees.json',
    errors: {
      pool_state: '6018 SharingConfigNotActive, 6019 AmmAccountsRequiredForGraduatedCoin',
      account: `
        6000 UnauthorizedProgram, 6001 InvalidAdmin, 6008 InvalidPool, 6009 SharingConfigAdminRevoked,
        6013 NotEnoughRemainingAccounts, 6016 NotAuthorized, 6020 ShareholderAccountMismatch,
        6028 InvalidFeeConfigAccount, 6029 AccountTypeNotSupported, 6030 InvalidMint,
        6031 UnsupportedQuoteMint`,
      arithmetic: '6015 ShareCalculationOverflow, 6025 MathOverflow',
      other: `
        6002 NoFeeTiers, 6003 TooManyFeeTiers, 6004 OffsetNotContinuous, 6005 FeeTiersNotSorted,
        6006 InvalidFeeTotal, 6007 InvalidSharingConfig, 6010 NoShareholders, 6011 TooManyShareholders,
        6012 DuplicateShareholder, 6014 InvalidShareTotal, 6017 ZeroShareNotAllowed,
        6021 FeatureDeactivated, 6022 UserIdTooLong, 6023 DeprecatedInstruction,
        6024 FeeSharesAlreadyUpdated, 6026 InvalidBuybackIndex, 6027 ClaimRateLimitExceeded`,
    },
  },
  {
    name: 'Meteora DLMM',
    ids: ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo'],
    source: 'MeteoraAg/dlmm-sdk@fb02e51a:idls/dlmm.json',
    errors: {
      limit: `
        6003 ExceededAmountSlippageTolerance, 6004 ExceededBinSlippageTolerance, 6039 InsufficientOutAmount,
        6053 ExceedMaxSwappedAmount, 6057 NotExactAmountOut, 6104 InsufficientInAmount`,
      pool_state: `
        6007 ZeroLiquidity, 6012 PairInsufficientLiquidity, 6037 CannotFindNonZeroLiquidityBinArrayId,
        6042 PoolDisabled, 6052 AlreadyPassActivationPoint, 6065 AlreadyPassPreActivationSwapPoint,
        6066 InvalidStatus, 6100 CpiDisabled`,
      account: `
        6009 BinArrayNotFound, 6010 InvalidTokenMint, 6011 InvalidAccountForSingleDeposit,
        6013 InvalidFeeOwner, 6015 InvalidAdmin, 6016 IdenticalFeeOwner, 6027 InvalidBinArray,
        6028 NonContinuousBinArrays, 6029 InvalidRewardVault, 6031 UnauthorizedAccess, 6033 MissingOracle,
        6036 BitmapExtensionAccountIsNotProvided, 6048 UnauthorizedAddress,
        6050 WithdrawToWrongTokenAccount, 6069 NotSupportMint, 6070 UnsupportedMintExtension,
        6071 UnsupportNativeMintToken2022, 6072 UnmatchTokenMint, 6073 UnsupportedTokenMint,
        6074 InsufficientRemainingAccounts, 6075 InvalidRemainingAccountSlice,
        6076 DuplicatedRemainingAccountTypes, 6077 MissingRemainingAccountForTransferHook,
        6078 NoTransferHookProgram, 6084 InvalidRewardAccounts, 6088 InvalidPositionOwner,
        6089 InvalidPoolAddress, 6090 InvalidTokenBadgeType, 6091 InvalidTransferHookAuthority,
        6097 IncorrectATA, 6098 InvalidWithdrawProtocolFeeZapAccounts, 6099 MintRestrictedFromZap,
        6102 InvalidZapAccounts, 6106 InvalidLimitOrderOwner`,
      arithmetic: '6018 MathOverflow, 6019 TypeCastFailed',
      other: `
        6000 InvalidStartBinIndex, 6001 InvalidBinId, 6002 InvalidInput, 6005 CompositionFactorFlawed,
        6006 NonPresetBinStep, 6008 InvalidPosition, 6014 InvalidFeeWithdrawAmount, 6017 InvalidBps,
        6020 InvalidRewardIndex, 6021 InvalidRewardDuration, 6022 RewardInitialized,
        6023 RewardUninitialized, 6024 IdenticalFunder, 6025 RewardCampaignInProgress,
        6026 IdenticalRewardDuration, 6030 NonEmptyPosition, 6032 InvalidFeeParameter,
        6034 InsufficientSample, 6035 InvalidLookupTimestamp, 6038 BinIdOutOfBound,
        6040 InvalidPositionWidth, 6041 ExcessiveFeeUpdate, 6043 InvalidPoolType, 6044 ExceedMaxWhitelist,
        6045 InvalidIndex, 6046 RewardNotEnded, 6047 MustWithdrawnIneligibleReward,
        6049 OperatorsAreTheSame, 6051 WrongRentReceiver, 6054 InvalidStrategyParameters,
        6055 LiquidityLocked, 6056 BinRangeIsNotEmpty, 6058 InvalidActivationType,
        6059 InvalidActivationDuration, 6060 MissingTokenAmountAsTokenLaunchProof, 6061 InvalidQuoteToken,
        6062 InvalidBinStep, 6063 InvalidBaseFee, 6064 InvalidPreActivationDuration,
        6067 ExceededMaxOracleLength, 6068 InvalidMinimumLiquidity, 6079 ZeroFundedAmount, 6080 InvalidSide,
        6081 InvalidResizeLength, 6082 NotSupportAtTheMoment, 6083 InvalidRebalanceParameters,
        6085 UndeterminedError, 6086 ReallocExceedMaxLengthPerInstruction, 6087 InvalidBaseFeeMantissa,
        6092 AmountXIsNegative, 6093 AmountYIsNegative, 6094 InvalidPoolCreator, 6095 InvalidFunctionType,
        6096 InvalidPermission, 6101 MissingZapOutInstruction, 6103 InvalidZapOutParameters,
        6105 InvalidPlaceLimitOrderParameters, 6107 InvalidCancelLimitOrderParameters,
        6108 CannotFindLimitOrderByBinId, 6109 CancelNonEmptyLimitOrder, 6110 InvalidCollectFeeMode`,
    },
  },
  {
    name: 'Meteora DAMM v1',
    ids: ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'],
    source:
      'MeteoraAg/dynamic-bonding-curve@b4f95473:idls/dynamic_amm.json; MeteoraAg/damm-v1-sdk@02c66a3c:programs/dynamic-amm/src/error.rs',
    errors: {
      limit: '6004 ExceededSlippage',
      pool_state: '6015 PoolDisabled, 6050 PreActivationSwapStarted',
      account: `
        6008 FaultyLpMint, 6009 MismatchedTokenMint, 6010 MismatchedLpMint, 6011 MismatchedOwner,
        6012 InvalidVaultAccount, 6013 InvalidVaultLpAccount, 6014 InvalidPoolLpMintAccount,
        6016 InvalidAdminAccount, 6017 InvalidProtocolFeeAccount, 6018 SameAdminAccount,
        6027 InvalidRemainingAccountsLen, 6028 InvalidRemainingAccounts, 6029 MismatchedDepegMint,
        6030 InvalidApyAccount, 6035 InvalidAdmin, 6038 InvalidFeeOwner,
        6047 InvalidAuthorityToCreateThePool, 6052 InvalidQuoteMint`,
      arithmetic: `
        6000 MathOverflow, 6002 InvalidInvariant, 6003 FeeCalculationFailure, 6005 InvalidCalculation,
        6007 ConversionError, 6020 ApyCalculationError, 6042 TypeCastFailed`,
      other: `
        6001 InvalidFee, 6006 ZeroTradingTokens, 6019 IdenticalSourceDestination, 6021 InsufficientSnapshot,
        6022 NonUpdatableCurve, 6023 MisMatchedCurve, 6024 InvalidAmplification, 6025 UnsupportedOperation,
        6026 ExceedMaxAChanges, 6031 InvalidTokenMultiplier, 6032 InvalidDepegInformation,
        6033 UpdateTimeConstraint, 6034 ExceedMaxFeeBps, 6036 PoolIsNotPermissioned,
        6037 InvalidDepositAmount, 6039 NonDepletedPool, 6040 AmountNotPeg, 6041 AmountIsZero,
        6043 AmountIsNotEnough, 6044 InvalidActivationDuration, 6045 PoolIsNotLaunchPool,
        6046 UnableToModifyActivationPoint, 6048 InvalidActivationType, 6049 InvalidActivationPoint,
        6051 InvalidPoolType, 6053 InvalidFeeCurve`,
    },
  },
  {
    name: 'Meteora dynamic vault',
    ids: ['24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi'],
    source: 'MeteoraAg/dynamic-bonding-curve@b4f95473:idls/dynamic_vault.json',
    errors: {
      limit: '6001 ExceededSlippage',
      pool_state: '6000 VaultIsDisabled',
      account: '6011 InvalidAccountsForStrategy, 6017 FeeVaultIsNotSet',
      arithmetic: '6004 MathOverflow',
      other: `
        6002 StrategyIsNotExisted, 6003 UnAuthorized, 6005 ProtocolIsNotSupported, 6006 UnMatchReserve,
        6007 InvalidLockedProfitDegradation, 6008 MaxStrategyReached, 6009 StrategyExisted,
        6010 InvalidUnmintAmount, 6012 InvalidBump, 6013 AmountMustGreaterThanZero,
        6014 MangoIsNotSupportedAnymore, 6015 StrategyIsNotSupported, 6016 PayAmountIsExeeced,
        6018 LendingAssertionViolation, 6019 HaveMoneyInLending`,
    },
  },
  {
    name: 'Meteora DAMM v2',
    ids: ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG'],
    source: 'MeteoraAg/damm-v2@a3d3827f:programs/cp-amm/src/error.rs',
    errors: {
      limit: '6002 ExceededSlippage',
      pool_state: `
        6003 PoolDisabled, 6015 PriceRangeViolation, 6023 InsufficientLiquidity, 6025 InvalidPoolStatus,
        6064 CpiDisabled`,
      account: `
        6005 InvalidAdmin, 6009 InvalidAuthorityToCreateThePool, 6012 InvalidQuoteMint,
        6019 CannotCreateTokenBadgeOnSupportedMint, 6020 InvalidTokenBadge, 6024 InvalidVestingAccount,
        6026 UnsupportNativeMintToken2022, 6031 InvalidRewardVault, 6040 InvalidPoolCreatorAuthority,
        6043 RewardVaultFrozenSkipRequired, 6053 InvalidAuthority, 6059 MissingOperatorAccount,
        6060 IncorrectATA, 6062 InvalidWithdrawProtocolFeeZapAccounts, 6063 MintRestrictedFromZap,
        6066 InvalidZapAccounts, 6068 InvalidClaimProtocolFeeAccounts`,
      arithmetic: '6000 MathOverflow, 6007 TypeCastFailed',
      other: `
        6001 InvalidFee, 6004 ExceedMaxFeeBps, 6006 AmountIsZero, 6008 UnableToModifyActivationPoint,
        6010 InvalidActivationType, 6011 InvalidActivationPoint, 6013 InvalidFeeCurve,
        6014 InvalidPriceRange, 6016 InvalidParameters, 6017 InvalidCollectFeeMode, 6018 InvalidInput,
        6021 InvalidMinimumLiquidity, 6022 InvalidVestingInfo, 6027 InvalidRewardIndex,
        6028 InvalidRewardDuration, 6029 RewardInitialized, 6030 RewardUninitialized,
        6032 MustWithdrawnIneligibleReward, 6033 IdenticalRewardDuration, 6034 RewardCampaignInProgress,
        6035 IdenticalFunder, 6036 InvalidFunder, 6037 RewardNotEnded, 6038 FeeInverseIsIncorrect,
        6039 PositionIsNotEmpty, 6041 InvalidConfigType, 6042 InvalidPoolCreator,
        6044 InvalidSplitPositionParameters, 6045 UnsupportPositionHasVestingLock, 6046 SamePosition,
        6047 InvalidBaseFeeMode, 6048 InvalidFeeRateLimiter, 6049 FailToValidateSingleSwapInstruction,
        6050 InvalidFeeTimeScheduler, 6051 UndeterminedError, 6052 InvalidPoolVersion,
        6054 InvalidPermission, 6055 InvalidFeeMarketCapScheduler, 6056 CannotUpdateBaseFee,
        6057 InvalidDynamicFeeParameters, 6058 InvalidUpdatePoolFeesParameters,
        6061 InvalidZapOutParameters, 6065 MissingZapOutInstruction, 6067 InvalidCompoundingFeeBps,
        6069 TransferFeeExcludedAmountIsZero`,
    },
  },
  {
    name: 'Meteora DBC',
    ids: ['dbcij3LWUppWqq96dh6gJWwBifmcGfLSB5D4DuSMaqN'],
    source: 'MeteoraAg/dynamic-bonding-curve@b4f95473:programs/dynamic-bonding-curve/src/error.rs',
    errors: {
      limit: '6002 ExceededSlippage',
      pool_state: `
        6012 NotEnoughLiquidity, 6013 PoolIsCompleted, 6014 PoolIsIncompleted,
        6029 InsufficientLiquidityForMigration, 6033 InsufficientLiquidity, 6064 CpiDisabled`,
      account: `
        6004 InvalidAdmin, 6008 InvalidQuoteMint, 6023 InvalidOwnerAccount, 6024 InvalidConfigAccount,
        6028 UnsupportNativeMintToken2022, 6030 MissingPoolConfigInRemainingAccount,
        6032 InvalidLeftoverAddress, 6037 InvalidTokenAuthorityOption, 6038 InvalidAccount,
        6050 AccountInvariantViolation, 6053 Unauthorized, 6058 IncorrectATA,
        6061 InvalidWithdrawProtocolFeeZapAccounts, 6062 MintRestrictedFromZap, 6066 InvalidZapAccounts`,
      arithmetic: '6000 MathOverflow, 6006 TypeCastFailed',
      other: `
        6001 InvalidFee, 6003 ExceedMaxFeeBps, 6005 AmountIsZero, 6007 InvalidActivationType,
        6009 InvalidCollectFeeMode, 6010 InvalidMigrationFeeOption, 6011 InvalidInput,
        6015 InvalidMigrationOption, 6016 InvalidTokenDecimals, 6017 InvalidTokenType,
        6018 InvalidFeePercentage, 6019 InvalidQuoteThreshold, 6020 InvalidTokenSupply, 6021 InvalidCurve,
        6022 NotPermitToDoThisAction, 6025 SurplusHasBeenWithdraw, 6026 LeftoverHasBeenWithdraw,
        6027 TotalBaseTokenExceedMaxSupply, 6031 InvalidVestingParameters, 6034 InvalidFeeScheduler,
        6035 InvalidCreatorTradingFeePercentage, 6036 InvalidNewCreator, 6039 InvalidMigratorFeePercentage,
        6040 MigrationFeeHasBeenWithdraw, 6041 InvalidBaseFeeMode, 6042 InvalidFeeRateLimiter,
        6043 FailToValidateSingleSwapInstruction, 6044 InvalidMigratedPoolFee, 6045 UndeterminedError,
        6046 RateLimiterNotSupported, 6047 AmountLeftIsNotZero,
        6048 NextSqrtPriceIsSmallerThanStartSqrtPrice, 6049 InvalidMinBaseFee, 6051 InvalidPoolCreationFee,
        6052 PoolCreationFeeHasBeenClaimed, 6054 ZeroPoolCreationFee, 6055 InvalidMigrationLockedLiquidity,
        6056 InvalidFeeMarketCapScheduler, 6057 FirstSwapValidationFailed, 6059 InsufficientPoolLamports,
        6060 InvalidPermission, 6063 InvalidZapOutParameters, 6065 MissingZapOutInstruction,
        6067 InvalidCompoundingParameters`,
    },
  },
  {
    name: 'Phoenix',
    ids: ['PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY'],
    source: 'Ellipsis-Labs/phoenix-v1@dac82fef:src/program/error.rs',
    errors: {
      limit: '15 NewOrderError',
      pool_state: '22 EvictionError',
      account: `
        1 InvalidMarketAuthority, 2 FailedToLoadMarketFromAccount, 6 InvalidMarketSigner, 9 InvalidMint,
        10 InvalidBaseVault, 11 InvalidQuoteVault, 12 InvalidBaseAccount, 13 InvalidQuoteAccount`,
      other: `
        0 InvalidMarketParameters, 3 MarketAlreadyInitialized, 4 MarketUninitialized,
        5 InvalidStateTransition, 7 InvalidLotSize, 8 InvalidTickSize, 14 TooManyEvents,
        16 ReduceOrderError, 17 CancelMultipleOrdersError, 18 WithdrawFundsError, 19 RemoveEmptyOrdersError,
        20 TraderNotFound, 21 InvalidSeatStatus, 23 NonEmptyScratchBuffer, 24 FailedToSerializeEvent,
        25 FailedToFlushBuffer`,
    },
  },
  {
    name: 'OpenBook v2',
    ids: ['opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb'],
    source: 'openbook-dex/openbook-v2@f3e17421:programs/openbook-v2/src/error.rs',
    movedFrom: 6041,
    errors: {
      limit: '6043 WouldExecutePartially',
      pool_state: `
        6023 OracleConfidence, 6024 OracleStale, 6030 MarketHasExpired, 6032 InvalidOraclePrice,
        6033 MarketHasNotExpired, 6040 DisabledOraclePeg`,
      account: `
        6015 NoCloseMarketAdmin, 6016 InvalidCloseMarketAdmin, 6017 InvalidOpenOrdersAdmin,
        6018 InvalidConsumeEventsAdmin, 6019 InvalidMarketVault, 6034 NoOwnerOrDelegate, 6035 NoOwner,
        6036 OpenOrdersFull, 6038 OpenOrdersOrderNotFound, 6042 NonEmptyOpenOrdersPosition`,
      other: `
        6000 SomeError, 6001 InvalidInputNameLength, 6002 InvalidInputMarketExpired,
        6003 InvalidInputMarketFees, 6004 InvalidInputLots, 6005 InvalidInputLotsSize,
        6006 InvalidInputOrdersAmounts, 6007 InvalidInputCancelSize, 6008 InvalidInputPriceLots,
        6009 InvalidInputPegLimit, 6010 InvalidInputOrderType, 6011 InvalidInputOrderId,
        6012 InvalidInputHeapSlots, 6013 InvalidOracleTypes, 6014 InvalidSecondOracle, 6020 IndexerActiveOO,
        6021 OraclePegInvalidOracleState, 6022 UnknownOracleType, 6025 OrderIdNotFound,
        6026 EventHeapContainsElements, 6027 InvalidOrderPostIOC, 6028 InvalidOrderPostMarket,
        6029 WouldSelfTrade, 6031 InvalidPriceLots, 6037 BookContainsElements, 6039 InvalidPostAmount,
        6041 NonEmptyMarket`,
    },
  },
  {
    name: 'Manifest',
    ids: ['MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms'],
    source: 'CKS-Systems/manifest@95ee542e:programs/manifest/src/program/error.rs',
    errors: {
      limit: '6 PostOnlyCrosses, 8 InsufficientOut',
      insufficient_funds: '16 GlobalInsufficient',
      deadline: '7 AlreadyExpired',
      account: `
        1 InvalidDepositAccounts, 2 InvalidWithdrawAccounts, 5 AlreadyClaimedSeat, 15 MissingGlobal,
        17 IncorrectAccount, 18 InvalidMint`,
      arithmetic: '12 OrderWouldOverflow, 14 Overflow',
      other: `
        0 InvalidMarketParameters, 3 InvalidCancel, 4 InvalidFreeList, 9 InvalidPlaceOrderFromWalletParams,
        10 WrongIndexHintParams, 11 PriceNotPositive, 13 OrderTooSmall, 19 TooManyGlobalSeats,
        20 InvalidEvict, 21 InvalidClean`,
    },
  },
  {
    name: 'Lifinity v2',
    ids: ['2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c'],
    source: 'an IDL found in public code',
    errors: {
      limit: '6016 ExceededSlippage',
      pool_state: `
        6030 InvalidPythStatus, 6031 InvalidPythPrice, 6033 ExceedPoolBalance, 6034 ProgramIsFrozen,
        6035 OracleConfidence, 6036 OverCapAmount`,
      account: `
        6001 InvalidProgramAddress, 6002 InvalidOwner, 6003 InvalidOutputOwner, 6004 ExpectedMint,
        6005 ExpectedAccount, 6008 InvalidDelegate, 6010 IncorrectSwapAccount, 6011 IncorrectPoolMint,
        6015 RepeatedMint, 6017 InvalidCloseAuthority, 6018 InvalidFreezeAuthority,
        6019 IncorrectFeeAccount, 6024 IncorrectTokenProgramId, 6025 IncorrectOracleAccount,
        6026 IncorrectConfigAccount, 6032 IncorrectSigner, 6037 InvalidUpdateAccount`,
      arithmetic: '6013 CalculationFailure, 6021 FeeCalculationFailure, 6022 ConversionFailure',
      other: `
        6000 AlreadyInUse, 6006 EmptySupply, 6007 InvalidSupply, 6009 InvalidInput, 6012 InvalidOutput,
        6014 InvalidInstruction, 6020 ZeroTradingTokens, 6023 InvalidFee, 6027 UnsupportedCurveType,
        6028 InvalidCurve, 6029 UnsupportedCurveOperation`,
    },
  },
  {
    name: 'Lifinity v1',
    ids: ['EewxydAPCCVuNEyrVN68PuSYdQ7wKn27V9Gjeoi8dy3S'],
    source: 'an IDL found in public code',
    errors: {
      limit: '6016 ExceededSlippage',
      pool_state: `
        6030 InvalidPythStatus, 6031 InvalidPythPrice, 6033 ExceedPoolBalance, 6034 ProgramIsFrozen,
        6035 OracleConfidence, 6036 OverCapAmount`,
      account: `
        6001 InvalidProgramAddress, 6002 InvalidOwner, 6003 InvalidOutputOwner, 6004 ExpectedMint,
        6005 ExpectedAccount, 6008 InvalidDelegate, 6010 IncorrectSwapAccount, 6011 IncorrectPoolMint,
        6015 RepeatedMint, 6017 InvalidCloseAuthority, 6018 InvalidFreezeAuthority,
        6019 IncorrectFeeAccount, 6024 IncorrectTokenProgramId, 6025 IncorrectOracleAccount,
        6026 IncorrectConfigAccount, 6032 IncorrectSigner, 6037 InvalidUpdateAccount`,
      arithmetic: '6013 CalculationFailure, 6021 FeeCalculationFailure, 6022 ConversionFailure',
      other: `
        6000 AlreadyInUse, 6006 EmptySupply, 6007 InvalidSupply, 6009 InvalidInput, 6012 InvalidOutput,
        6014 InvalidInstruction, 6020 ZeroTradingTokens, 6023 InvalidFee, 6027 UnsupportedCurveType,
        6028 InvalidCurve, 6029 UnsupportedCurveOperation`,
    },
  },
  {
    name: 'Saber',
    ids: ['SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ'],
    source: 'saber-hq/stable-swap@39d5d4e0:stable-swap-client/src/error.rs',
    errors: {
      limit: '17 ExceededSlippage',
      pool_state: '7 EmptyPool, 22 IsPaused',
      account: `
        1 InvalidAdmin, 2 InvalidOwner, 3 InvalidOutputOwner, 4 InvalidProgramAddress, 5 ExpectedMint,
        6 ExpectedAccount, 10 InvalidDelegate, 12 IncorrectSwapAccount, 13 IncorrectMint, 16 RepeatedMint,
        18 InvalidCloseAuthority, 19 InvalidFreezeAuthority, 21 Unauthorized`,
      arithmetic: '14 CalculationFailure, 20 ConversionFailure',
      other: `
        0 AlreadyInUse, 8 EmptySupply, 9 InvalidSupply, 11 InvalidInput, 15 InvalidInstruction,
        23 RampLocked, 24 InsufficientRampTime, 25 ActiveTransfer, 26 NoActiveTransfer,
        27 AdminDeadlineExceeded, 28 MismatchedDecimals`,
    },
  },
  {
    name: 'PancakeSwap CLMM',
    ids: ['HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq'],
    source: 'hummingbot/gateway@d2650220:src/connectors/pancakeswap-sol/idl/clmm.json',
    errors: {
      limit: `
        6013 SqrtPriceLimitOverflow, 6021 PriceSlippageCheck, 6022 TooLittleOutputReceived,
        6023 TooMuchInputPaid`,
      pool_state: '6019 LiquidityInsufficient, 6041 InsufficientLiquidityForDirection',
      deadline: '6020 TransactionTooOld',
      account: `
        6001 NotApproved, 6003 AccountLack, 6005 ZeroMintAmount, 6011 InvalidTickArray,
        6012 InvalidTickArrayBoundary, 6025 InvalidInputPoolVault, 6027 NotEnoughTickArrayAccount,
        6028 InvalidFirstTickArrayAccount, 6032 ExceptRewardMint, 6035 InvalidRewardInputAccountNumber,
        6039 NotSupportMint, 6040 MissingTickArrayBitmapExtensionAccount`,
      arithmetic: `
        6008 TickLowerOverflow, 6009 TickUpperOverflow, 6042 MaxTokenOverflow, 6043 CalculateOverflow,
        6044 TransferFeeCalculateNotMatch`,
      other: `
        6000 LOK, 6002 InvalidUpdateConfigFlag, 6004 ClosePositionErr, 6006 InvalidTickIndex,
        6007 TickInvalidOrder, 6010 TickAndSpacingNotMatch, 6014 SqrtPriceX64, 6015 LiquiditySubValueErr,
        6016 LiquidityAddValueErr, 6017 InvalidLiquidity, 6018 ForbidBothZeroForSupplyLiquidity,
        6024 ZeroAmountSpecified, 6026 TooSmallInputOrOutputAmount, 6029 InvalidRewardIndex,
        6030 FullRewardInfo, 6031 RewardTokenAlreadyInUse, 6033 InvalidRewardInitParam,
        6034 InvalidRewardDesiredAmount, 6036 InvalidRewardPeriod, 6037 NotApproveUpdateRewardEmissiones,
        6038 UnInitializedRewardInfo`,
    },
  },
  {
    name: 'Byreal CLMM',
    ids: ['REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2'],
    source: 'byreal-git/byreal-clmm@6863b33f:programs/amm/src/error.rs',
    errors: {
      limit: `
        6013 SqrtPriceLimitOverflow, 6021 PriceSlippageCheck, 6022 TooLittleOutputReceived,
        6023 TooMuchInputPaid`,
      pool_state: '6019 LiquidityInsufficient, 6041 InsufficientLiquidityForDirection, 6050 PythPriceStale',
      deadline: '6020 TransactionTooOld',
      account: `
        6001 NotApproved, 6003 AccountLack, 6005 ZeroMintAmount, 6011 InvalidTickArray,
        6012 InvalidTickArrayBoundary, 6025 InvalidInputPoolVault, 6027 NotEnoughTickArrayAccount,
        6028 InvalidFirstTickArrayAccount, 6032 ExceptRewardMint, 6035 InvalidRewardInputAccountNumber,
        6039 NotSupportMint, 6040 MissingTickArrayBitmapExtensionAccount, 6045 IllegalAccountOwner,
        6046 InvalidAccount, 6047 DecayFeeNeitherOnSellMint0NorMint1, 6049 InvalidPythOracleAccount`,
      arithmetic: `
        6008 TickLowerOverflow, 6009 TickUpperOverflow, 6042 MaxTokenOverflow, 6043 CalculateOverflow,
        6044 TransferFeeCalculateNotMatch`,
      other: `
        6000 LOK, 6002 InvalidUpdateConfigFlag, 6004 ClosePositionErr, 6006 InvalidTickIndex,
        6007 TickInvalidOrder, 6010 TickAndSpacingNotMatch, 6014 SqrtPriceX64, 6015 LiquiditySubValueErr,
        6016 LiquidityAddValueErr, 6017 InvalidLiquidity, 6018 ForbidBothZeroForSupplyLiquidity,
        6024 ZeroAmountSpecified, 6026 TooSmallInputOrOutputAmount, 6029 InvalidRewardIndex,
        6030 FullRewardInfo, 6031 RewardTokenAlreadyInUse, 6033 InvalidRewardInitParam,
        6034 InvalidRewardDesiredAmount, 6036 InvalidRewardPeriod, 6037 NotApproveUpdateRewardEmissiones,
        6038 UnInitializedRewardInfo, 6048 SwapDynamicFeeEnabled, 6051 InvalidSwapDynamicFeeParams`,
    },
  },
  {
    name: 'Stabble CLMM',
    ids: ['6dMXqGZ3ga2dikrYS9ovDXgHGh5RUsb2RTUj6hrQXhk6'],
  },
  {
    name: 'Stabble stable and weighted swap',
    ids: ['swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ', 'swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW'],
  },
  {
    name: 'Moonshot',
    ids: ['MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG'],
    source: 'wen-moon-ser/moonshot-sdk@be46cc50:src/solana/program/tokenLaunchpadIdlV4.ts',
    errors: {
      limit: '6003 SlippageOverflow',
      insufficient_funds: '6000 InsufficientBalance',
      pool_state: `
        6001 InvalidAmount, 6004 ThresholdReached, 6005 InvalidTokenAccount, 6008 CurveLimit,
        6012 ThresholdNotHit`,
      account: '6006 InvalidCurveAccount, 6007 InvalidFeeAccount, 6013 InvalidAuthority',
      arithmetic: '6011 Arithmetics',
      other: `
        6002 InvalidSlippage, 6009 InvalidCurveType, 6010 InvalidCurrency, 6014 TradeAmountTooLow,
        6015 ConfigFieldMissing, 6016 DifferentCurrencies, 6017 BasisPointTooHigh, 6018 FeeShareTooHigh,
        6019 TokenDecimalsOutOfRange, 6020 TokenNameTooLong, 6021 TokenSymbolTooLong, 6022 TokenURITooLong,
        6023 IncorrectDecimalPlacesBounds, 6024 IncorrectTokenSupplyBounds, 6025 TotalSupplyOutOfBounds,
        6026 FinalCollateralTooLow, 6027 CoefficientZero, 6028 MarketCapThresholdTooLow,
        6029 CoefBOutofBounds, 6030 IncorrectMarketCap, 6031 IncorrectDecimals, 6032 IncorrectMaxSupply,
        6033 MarketCapTooHigh, 6034 InvalidMigrationTarget, 6035 General`,
    },
  },
  {
    name: 'Heaven',
    ids: ['HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o'],
    source: 'SUNDRAM07/txwhy@57d19113:src/lib/data/program-errors.json',
    errors: {
      limit: '6013 ExceededSlippage, 6024 ExceededQuoteTokenSlippage, 6025 ExceededBaseTokenSlippage',
      insufficient_funds: '6012 InsufficientBalance',
      pool_state: `
        6016 AddLiquidityDisabled, 6017 RemoveLiquidityDisabled, 6018 SwapDisabled,
        6019 LiquidityPoolIsNotOpenYet, 6052 ReserveRebalancing`,
      account: `
        6000 UnsupportedTokenMint, 6001 InvalidTokenVaultBalance, 6002 InvalidUserToken, 6004 InvalidOwner,
        6010 InvalidLiquidityProviderTokenLockVault, 6011 InvalidUserLiquidityProviderTokenVault,
        6021 InvalidProtocolSwapFeeWallet, 6027 InvalidProtocolBaseTokenSwapFeeVault,
        6028 InvalidProtocolQuoteTokenSwapFeeVault, 6029 InvalidUserPoolStatsAccount,
        6030 InvalidUserGlobalStatsAccount, 6036 InvalidChainlinkFeedAccount`,
      other: `
        6003 InvalidTaxationMode, 6005 InvalidLockLiquidityProviderTokenPercentage,
        6006 CannotCreatePoolWithDisabledProtocolConfigVersion, 6007 InvalidTokenInputAmount,
        6008 InvalidSwapTax, 6009 InvalidFeeMode, 6014 InvalidAddLiquidityInput,
        6015 InvalidRemoveLiquidityInput, 6020 InvalidSwapInInputs, 6022 InvalidSwapOutInputs,
        6023 InvalidPostFeeAmount, 6026 LpTokensLocked, 6031 CannotUpdateLpLock, 6032 ZeroAmount,
        6033 CannotUpdateLpOpenTime, 6034 CannotSetLockBurnLpTokens, 6035 InvalidTax,
        6037 InvalidChainlinkProgram, 6038 InvalidConfigVersion, 6039 CannotUpdateLockedTaxation,
        6040 CannotClaimSwapFee, 6041 NonCreatorCannotAddLp, 6049 InvalidLendingMarket,
        6050 KaminoPriceListRefreshIxNotFound, 6051 KaminoError, 6053 OnlySingleSwapAllowed`,
    },
  },
  {
    name: 'Boop',
    ids: ['boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4'],
    source: 'SUNDRAM07/txwhy@57d19113:src/lib/data/program-errors.json',
    errors: {
      limit: '6001 AmountOutTooLow, 6008 InsufficientTokensOut',
      pool_state: `
        6009 InvalidBondingCurveStatus, 6025 Paused, 6026 PoolPriceOutOfRange, 6028 SwapAmountTooHigh,
        6031 TokenGraduated`,
      account: `
        6011 InvalidMint, 6012 InvalidProtocolFeeRecipient, 6018 MintIsLargerThanOrEqualToNativeMint,
        6036 Unauthorized`,
      arithmetic: '6014 MathOverflow',
      other: `
        6000 AmountInTooLow, 6002 AmountZero, 6003 ConfigNotInitialized, 6004 CreatorIsNotProvided,
        6005 DampingTermTooLow, 6006 FirstBuyMustBeAtMost50PercentOfTotalSupply,
        6007 GraduationFeeRelativeToTargetIsTooHigh, 6010 InvalidDampingTerm, 6013 InvalidSqrtPrice,
        6019 NoAuthorityTransferInProgress, 6020 NothingToDeposit, 6021 NothingToSplit, 6022 NothingToLock,
        6023 OperatorAlreadyAdded, 6024 OperatorDoesNotExist, 6027 SwapFeeBasisPointsTooHigh,
        6029 TokenAmountForRaydiumLiquidityTooHigh, 6030 TokenForStakersBasisPointsTooHigh`,
    },
  },
  {
    name: 'BonkSwap',
    ids: ['BSwp6bEBihVLdqJRKGgzjcGLHkcTuzmSo1TQkHepzH8p'],
    source: 'SUNDRAM07/txwhy@57d19113:src/lib/data/program-errors.json',
    errors: {
      limit: '6009 PriceLimitExceeded',
      pool_state: '6004 SwapToBig',
      account: '6010 MintMismatch',
      arithmetic: '6001 TokenUnderflow, 6016 InvariantDecreased',
      other: `
        6000 DeltaTooBig, 6002 WrongRatio, 6003 TooMuchShares, 6005 FeeExceeded, 6007 ScalesNotEqual,
        6008 FeeExceededDeltaOut, 6011 TokensAreTheSame, 6012 WrongFarm, 6013 RewardsExceedingSupply,
        6014 FarmNotEnded, 6015 ZeroAmount`,
    },
  },
  {
    name: 'Obric v2',
    ids: ['obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y'],
    source: 'SUNDRAM07/txwhy@57d19113:src/lib/data/program-errors.json',
    errors: {
      limit:
        '6008 DepositCausesUnfairPrice, 6009 WithdrawCausesUnfairPrice, 6014 OutputAmountLessThanExpected',
      pool_state: '6010 InsufficientActiveY, 6011 InsufficientActiveX, 6016 PythOffline',
      account: `
        6001 Unauthorized, 6002 MismatchedTokenMint, 6017 TryToSerializePriceAccount,
        6018 InvalidPriceAccount, 6020 InvalidPriceOwner`,
      arithmetic: '6013 NumOverflowing',
      other: `
        6000 AlreadyInitialized, 6003 InvalidConcentrationArg, 6004 InvalidRebateArg, 6005 InvalidFeeArg,
        6006 BigKLacksPrecision, 6007 DepositLessThanMinimal, 6012 InvalidInputAmount, 6015 PythError,
        6019 NegativePrice, 6021 InvalidRoutesForSwap`,
    },
  },
  {
    name: 'Gamma',
    ids: ['GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT'],
    source: 'GooseFX1/gamma@1640adc1:programs/gamma/src/error.rs',
    errors: {
      limit: '6005 ExceededSlippage',
      account: `
        6000 NotApproved, 6001 InvalidOwner, 6002 EmptySupply, 6004 IncorrectLpMint, 6007 NotSupportMint,
        6008 InvalidVault`,
      arithmetic: '6010 MathError, 6012 MathOverflow',
      other: `
        6003 InvalidInput, 6006 ZeroTradingTokens, 6009 InitLpAmountTooLess, 6011 DynamicFeeIsNegative,
        6013 ClockError, 6014 InvalidFee, 6015 InvalidOpenTime, 6016 InvalidLpTokenAmount`,
    },
  },
  {
    name: 'WOOFi',
    ids: ['WooFif76YGRNjk1pA8wCsN67aQsD9f9iLsz4NcJ1AVb'],
    source: 'woonetwork/WOOFi_Solana@ff5aa7a1:programs/woofi/src/errors.rs',
    errors: {
      limit: '6022 NotEnoughOut, 6023 AmountOutBelowMinimum',
      insufficient_funds: '6021 NotEnoughBalance',
      pool_state: `
        6009 ReserveMaxExceeded, 6010 ReserveNotEnough, 6011 ReserveLessThanFee, 6013 WooOracleBoundLimit,
        6014 WooOracleNotFeasible, 6015 WooOraclePriceNotValid, 6016 WooOraclePriceRangeMin,
        6017 WooOraclePriceRangeMax, 6018 WooOracleSpreadExceed, 6019 WooPoolExceedMaxNotionalValue,
        6020 WooPoolExceedMaxGamma, 6024 BalanceCapExceeds`,
      account: '6026 InvalidAuthority',
      arithmetic: '6000 DivideByZero, 6001 NumberCastError, 6003 MathOverflow, 6004 MulDivOverflow',
      other: `
        6002 FeeRateMaxExceeded, 6005 ProtocolFeeMaxExceeded, 6006 ProtocolFeeNotEnough,
        6007 RebateFeeMaxExceeded, 6008 RebateFeeNotEnough, 6012 TooManyAuthorities, 6025 SwapPoolInvalid`,
    },
  },
  {
    name: 'Omnipair',
    ids: ['omnixgS8fnqHfCcTGKWj6JtKjzpJZ1Y5y9pyFkQDkYE'],
    source: 'omnipair/omnipair-rs@84a8ef7a:programs/omnipair/src/errors.rs',
    errors: {
      limit: `
        6009 InsufficientAmount0In, 6010 InsufficientAmount1In, 6015 InsufficientAmount0,
        6016 InsufficientAmount1, 6017 InsufficientOutputAmount, 6018 SlippageExceeded`,
      insufficient_funds:
        '6024 InsufficientBalanceForCollateral, 6025 InsufficientAmount, 6026 InsufficientBalance',
      pool_state: `
        6019 InsufficientLiquidity, 6020 InsufficientCashReserve0, 6021 InsufficientCashReserve1,
        6070 ReduceOnlyMode, 6072 LiquidityDeltaCircuitBreaker, 6073 LiquidityDeltaCircuitBreakerCpi`,
      account: `
        6005 InvalidFutarchyAuthority, 6006 InvalidReduceOnlyAuthority, 6012 InvalidTokenAccount,
        6013 InvalidTokenProgram, 6049 InvalidMint, 6050 InvalidMintLen, 6052 InvalidLpMintKey,
        6056 AccountNotEmpty, 6057 InvalidMintAuthority, 6058 FrozenLpMint, 6061 InvalidVaultSameAccount,
        6062 InvalidVault, 6076 InvalidRecipient`,
      arithmetic: `
        6022 Overflow, 6032 InvariantOverflow, 6033 FeeMathOverflow, 6034 OutputAmountOverflow,
        6035 ReserveOverflow, 6036 ReserveUnderflow, 6037 CashReserveUnderflow, 6038 DenominatorOverflow,
        6039 LiquidityMathOverflow, 6040 LiquiditySqrtOverflow, 6041 LiquidityUnderflow,
        6042 LiquidityConversionOverflow, 6043 SupplyOverflow, 6044 SupplyUnderflow, 6045 DebtMathOverflow,
        6046 DebtShareMathOverflow, 6047 DebtShareDivisionOverflow, 6048 DebtUtilizationOverflow`,
      other: `
        6000 InvalidDeployer, 6001 ArgumentMissing, 6002 InvalidSwapFeeBps, 6003 InvalidInterestFeeBps,
        6004 InvalidHalfLife, 6007 InvalidArgument, 6008 AmountZero, 6011 BorrowingPowerExceeded,
        6014 BorrowExceedsReserve, 6023 Undercollateralized, 6027 InsufficientDebt,
        6028 UserPositionNotInitialized, 6029 ZeroDebtAmount, 6030 NotUndercollateralized,
        6031 BrokenInvariant, 6051 InvalidDistribution, 6053 InvalidLpName, 6054 InvalidLpSymbol,
        6055 InvalidLpUri, 6059 NonZeroSupply, 6060 WrongLpDecimals, 6063 InvalidParamsHash,
        6064 InvalidVersion, 6065 InvalidTokenOrder, 6066 InvalidRateModel, 6067 InvalidPair,
        6068 InvalidUtilBounds, 6069 InvalidRateParams, 6071 ReduceOnlyHasDebt,
        6074 InvalidInstructionsSysvar, 6075 InsufficientPostWithdrawDebtCoverage`,
    },
  },
  {
    name: 'Invariant',
    ids: ['HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt'],
    source: 'invariant-labs/protocol@cca6c3f5:programs/invariant/src/errors.rs',
    errors: {
      limit: '6003 WrongLimit, 6008 PriceLimitReached, 6019 LimitReached',
      pool_state: '6006 NoMoreTicks',
      account: `
        6002 WrongTick, 6007 TickNotFound, 6015 Unauthorized, 6016 InvalidPoolTokenAddresses,
        6022 InvalidTokenAccount, 6023 InvalidAdmin, 6024 InvalidAuthority, 6025 InvalidOwner,
        6026 InvalidMint, 6027 InvalidTickmap, 6028 InvalidTickmapOwner, 6029 InvalidListOwner`,
      other: `
        6000 ZeroAmount, 6001 ZeroOutput, 6004 InvalidTickIndex, 6005 InvalidTickInterval,
        6009 InvalidTickLiquidity, 6010 EmptyPositionPokes, 6011 InvalidPositionLiquidity,
        6012 InvalidPoolLiquidity, 6013 InvalidPositionIndex, 6014 PositionWithoutLiquidity,
        6017 NegativeTime, 6018 OracleAlreadyInitialized, 6020 InvalidProtocolFee, 6021 NoGainSwap,
        6030 InvalidTickSpacing`,
    },
  },
  {
    name: 'Sanctum Infinity',
    ids: ['5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx'],
    source: 'igneous-labs/S@9fc17034:idl/s_controller.json',
    errors: {
      limit: '21 SlippageToleranceExceeded',
      pool_state:
        '5 PoolRebalancing, 6 PoolDisabled, 14 LstInputDisabled, 17 PoolNotRebalancing, 22 NotEnoughLiquidity',
      account: `
        0 InvalidPoolStateData, 2 InvalidDisablePoolAuthorityListData, 24 InvalidDisablePoolAuthorityIndex,
        25 UnauthorizedDisablePoolAuthoritySigner, 26 InvalidDisablePoolAuthority,
        27 UnauthorizedSetRebalanceAuthoritySigner, 28 IncorrectDisablePoolAuthorityList,
        33 IncorrectLpMintInitialization, 36 DuplicateDisablePoolAuthority`,
      arithmetic: '4 MathError',
      other: `
        1 InvalidLstStateListData, 3 InvalidRebalanceRecordData, 7 PoolEnabled, 8 InvalidLstIndex,
        9 InvalidReserves, 10 IncorrectSolValueCalculator, 11 FaultySolValueCalculator,
        12 IncorrectLstStateList, 13 IncorrectPoolState, 15 NoSucceedingEndRebalance,
        16 IncorrectRebalanceRecord, 18 PoolWouldLoseSolValue, 19 LstStillHasValue,
        20 IncorrectPricingProgram, 23 IndexTooLarge, 29 FeeTooHigh, 30 NotEnoughFees, 31 ZeroValue,
        32 FaultyPricingProgram, 34 DuplicateLst, 35 SwapSameLst`,
    },
  },
  {
    name: 'Aldrin v1',
    ids: ['AMM55ShdkoGRB5jVYPjWziwk8m5MpwyDgsMWHaMSQWH6'],
    source: 'aldrin-exchange/aldrin-sdk@2623d6e2:src/idl/poolsV1.json',
    errors: {
      limit: '300 SlippageExceeded, 301 TokenLimitExceeded',
      pool_state: '305 PoolIsEmpty',
      account: '310 NotAuthorized',
      arithmetic: '302 CalculationError, 306 ConversionFailure, 316 FarmingTokenCalculationError',
      other: `
        303 ZeroResultingTokens, 304 WithdrawingMoreThanTicketAllows, 307 BasketSerializationError,
        308 InvalidFee, 309 TokensAlreadyUnfrozen, 311 TicketFarmsLimitReached, 312 SnapshotLimitReached,
        313 MinimumWithdrawalTimeNotPassed, 314 MinimumUnfreezeTimeNotPassed, 315 NoTokensToWithdraw,
        317 CannotSnapshotNoTokensToUnlock, 318 CannotSnapshotNoTokensFrozen,
        319 AttachedStatesLimitReached, 320 NonZeroOutstandingBalance, 321 NoNewSnapshotsProcessed`,
    },
  },
  {
    name: 'Aldrin v2',
    ids: ['CURVGoZn8zycx6FXwwevgBTB2gVvdbGTEpvMJDbgs2t4'],
    source: 'aldrin-exchange/aldrin-sdk@2623d6e2:src/idl/poolsV2.json',
    errors: {
      limit: '300 SlippageExceeded, 301 TokenLimitExceeded',
      account: '309 NotAuthorized',
      arithmetic: '302 CalculationError, 305 ConversionFailure, 316 FarmingTokenCalculationError',
      other: `
        303 ZeroResultingTokens, 304 BasketTooSmall, 306 BasketSerializationError, 307 InvalidFee,
        308 TokensAlreadyUnfrozen, 310 TicketFarmsLimitReached, 311 SnapshotLimitReached, 312 WrongCurve,
        313 MinimumWithdrawalTimeNotPassed, 314 MinimumUnfreezeTimeNotPassed, 315 NoTokensToWithdraw,
        317 CannotSnapshotNoTokensToUnlock, 318 CannotSnapshotNoTokensFrozen,
        319 AttachedStatesLimitReached, 320 NonZeroOutstandingBalance, 321 NoNewSnapshotsProcessed`,
    },
  },
  {
    name: 'MetaDAO futarchy',
    ids: ['FUTARELBfJfQ8RDGhg1wdhddq1odMAJUePHFuBYfUxKq'],
    source:
      'anchorageoss/visualsign-parser@e5810599:src/chain_parsers/visualsign-solana/src/presets/metadao_futarchy/metadao_futarchy.json',
    errors: {
      limit: '6018 SwapSlippageExceeded',
      insufficient_funds: '6016 InsufficientBalance, 6022 InsufficientTokenBalance',
      pool_state: `
        6010 InsufficientLiquidity, 6017 ZeroLiquidityRemove, 6026 PoolNotInSpotState,
        6030 ProposalNotActive, 6038 OptimisticGovernanceDisabled`,
      deadline: '6000 AmmTooOld',
      account: `
        6004 InvalidSettlementAuthority, 6008 InvalidVaultNonce, 6020 InvalidAdmin,
        6028 InvalidStakeAccount, 6036 InvalidMint, 6041 InvalidSpendingLimitMint`,
      arithmetic: '6015 CastingOverflow, 6029 InvariantViolated',
      other: `
        6001 InvalidInitialObservation, 6002 InvalidMaxObservationChange, 6003 InvalidStartDelaySlots,
        6005 ProposalTooYoung, 6006 MarketsTooYoung, 6007 ProposalAlreadyFinalized, 6009 ProposalNotPassed,
        6011 ProposalDurationTooShort, 6012 PassThresholdTooHigh, 6013 QuestionMustBeBinary,
        6014 InvalidSquadsProposalStatus, 6019 AssertFailed, 6021 ProposalNotInDraftState,
        6023 InvalidAmount, 6024 InsufficientStakeToLaunch, 6025 StakerNotFound,
        6027 InvalidDaoCreateLiquidity, 6031 InvalidTransaction, 6032 ProposalAlreadySponsored,
        6033 InvalidTeamSponsoredPassThreshold, 6034 InvalidTargetK, 6035 InvalidTransactionMessage,
        6037 ProposalNotReadyToUnstake, 6039 ActiveOptimisticProposalAlreadyEnqueued,
        6040 OptimisticProposalAlreadyPassed, 6042 NoActiveOptimisticProposal`,
    },
  },
  {
    name: 'Jupiter Lend DEX',
    ids: ['jupZ4m2GqUCJ5iueMfzQf8khFfH31d4XAQt3RzCT9Vd'],
  },
  {
    name: 'Jupiter Lend Earn',
    ids: ['jup3YeL8QhtSx1e253b2FDvsMNC87fDrgQZivbrndc9'],
    source:
      'anchorageoss/visualsign-parser@e5810599:src/chain_parsers/visualsign-solana/src/presets/jupiter_earn/jupiter_earn.json',
    errors: {
      limit: '6001 FTokenMinAmountOut, 6002 FTokenMaxAmount',
      account: '6009 FTokenOnlyAuthority',
      other: `
        6000 FTokenDepositInsignificant, 6003 FTokenInvalidParams, 6004 FTokenRewardsRateModelAlreadySet,
        6005 FTokenMaxAuthCountReached, 6006 FTokenLiquidityExchangePriceUnexpected,
        6007 FTokenCpiToLiquidityFailed, 6008 FTokenOnlyAuth, 6010 FTokenOnlyRebalancer,
        6011 FTokenUserSupplyPositionRequired, 6012 FTokenLiquidityProgramMismatch`,
    },
  },
  {
    name: 'HumidiFi',
    ids: ['9H6tua7jkLhdm3w8BvgpTn5LZNU7g4ZynDmCiNN3q6Rp'],
    quoteUpdate: 57005,
  },
  {
    name: 'Tessera',
    ids: ['TessVdML9pBGgG9yGks7o4HewRaXVAMuoVj4x83GLQH'],
    quoteUpdate: 20,
  },
  {
    name: 'GoonFi',
    ids: ['goonERTdGsjnkZqWuVjs73BZ3Pb9qoCUdBUL17BnS5j', 'goonuddtQRrWqqn5nFyczVKaie28f3kDkHWkHtURSLE'],
    quoteUpdate: 30,
  },
  {
    name: 'SolFi',
    ids: ['SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe', 'SV2EYYJyRz2YhfXwXnhNAevDEui5Q6yrfyo13WtupPF'],
    quoteUpdate: 23,
  },
  {
    name: 'ZeroFi',
    ids: ['ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY'],
  },
  {
    name: 'Bloom',
    ids: ['b1oomGGqPKGD6errbyfbVMBuzSC8WtAAYo8MwNafWW1'],
  },
  {
    name: 'Vector',
    ids: ['VordrNZMkkryqCDFhFRcti4x3j94KY8fog3RhjGDVok'],
    source: 'no public list (closed program)',
    errors: {
      pool_state: '6041 OraclePriceStale',
    },
  },
  {
    name: 'Photon',
    ids: ['BSfD6SHZigAfDWSjzD5Q41jw8LmKwtmjskPH9XW1mrRW'],
  },
  {
    name: 'Axiom',
    ids: [
      'FLASHX8DrLbgeR8FcfNV1F5krxYcYMUdBkrP1EPBtxB9',
      'AxiomfHaWDemCFBLBayqnEnNwE6b7B2Qz3UmzMpgbMG6',
      'AxiomxSitiyXyPjKgJ9XSrdhsydtZsskZTEDam3PxKcC',
    ],
  },
  {
    name: 'Banana Gun',
    ids: ['BANANAjs7FJiPQqJTGFzkZJndT9o7UmKiYYGaJz6frGu'],
  },
  {
    name: 'Maestro',
    ids: ['MaestroAAe9ge5HTc64VbBQZ6fP77pwvrhM8i1XWSAx'],
  },
  {
    name: 'GMGN',
    ids: ['GMgnVFR8Jb39LoXsEVzb3DvBy3ywCmdmJquHUy1Lrkqb', 'GMGNreQcJFufBiCTLDBgKhYEfEe9B454UjpDr5CaSLA1'],
  },
  {
    name: 'Trojan',
    ids: ['troyXT7Ty3s2rjJe4bqWaroUrS4Fjd8rbHHNHxcACF4'],
  },
  {
    name: 'Terminal/Padre',
    ids: ['term9YPb9mzAsABaqN71A4xdbxHmpBNZavpBiQKZzN3'],
  },
  {
    name: 'Nova',
    ids: ['NoVA1TmDUqksaj2hB1nayFkPysjJbFiU76dT4qPw2wm'],
  },
  {
    name: 'Mintech',
    ids: ['minTcHYRLVPubRK8nt6sqe2ZpWrGDLQoNLipDJCGocY'],
  },
  {
    name: 'Apepro',
    ids: ['JSW99DKmxNyREQM14SQLDykeBvEUG63TeohrvmofEiw'],
  },
  {
    name: 'Pump.fun router',
    ids: ['6Vo3245eszAb5wuqEMw8mGdbfRUdKbHhDHP5LcaGuTAB'],
  },
  {
    name: 'AlphaQ',
    ids: ['ALPHAQmeA7bjrVuccPsYPiCvsi428SNwte66Srvs4pHA'],
  },
  {
    name: 'Aquifer',
    ids: ['AQU1FRd7papthgdrwPTTq5JacJh8YtwEXaBfKU3bTz45'],
  },
  {
    name: 'BisonFi',
    ids: ['BiSoNHVpsVZW2F7rx2eQ59yQwKxzU5NvBcmKshCSUypi'],
  },
  {
    name: 'Obsidian',
    ids: ['HBVw6bZtcCaezhcBrmfyXBSBRWCdv72271xQ4GPvms2z'],
  },
  {
    name: 'Scorch',
    ids: ['SCoRcH8c2dpjvcJD6FiPbCSQyQgu3PcUAWj2Xxx3mqn'],
  },
  {
    name: 'Gavel',
    ids: ['srAMMzfVHVAtgSJc8iH6CfKzuWuUTzLHVCE81QU1rgi'],
  },
  {
    name: 'Crema',
    ids: ['CLMM9tUoggJu2wagPkkqs9eFG4BWhVBZWkP1qv3Sp7tR'],
  },
  {
    name: 'Cropper',
    ids: ['H8W3ctz92svYg6mkn1UtGfu2aQr2fnUFHM1RhScEtQDt'],
  },
  {
    name: 'FusionAMM',
    ids: ['fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9'],
  },
  {
    name: 'Mercurial',
    ids: ['MERLuDFBMmsHnsBPZw2sDQZHvXFMwp8EdjudcU2HKky'],
  },
  {
    name: 'Perena',
    ids: ['NUMERUNsFCP3kuNmWZuXtm1AaQCPj9uw6Guv2Ekoi5P'],
  },
  {
    name: 'Virtuals',
    ids: ['5U3EU2ubXtK84QcRjWVmYt9RaDyA8gKxdUrPFXmZyaki'],
  },
  {
    name: '1Dex',
    ids: ['DEXYosS6oEGvk8uCDayvwEZz4qEyDJRf9nFgYCaqPMTm'],
  },
  {
    name: 'Deriverse',
    ids: ['DRVSpZ2YUYYKgZP8XtLhAGtT1zYSCKzeHfb4DgRnrgqD'],
  },
  {
    name: 'Saros DLMM',
    ids: ['1qbkdrr3z4ryLA7pZykqxvxWPoeifcVKo6ZG9CfkvVE'],
  },
];
