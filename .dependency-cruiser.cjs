// The floors of the repository (docs/architecture.md): arrows go down only, types counted, and no file imports itself through
// others. Tests and the helpers of tests stand outside: they start whatever they test.
const FLOORS = ['core', 'serve', 'operate', 'lab'];
const OUTSIDE = '\\.test\\.tsx?$|\\.long\\.ts$|/testing/';

module.exports = {
  forbidden: [
    ...FLOORS.slice(0, -1).map((floor, height) => ({
      name: `${floor}-stands-below`,
      severity: 'error',
      from: { path: `^packages/${floor}/` },
      to: {
        path: [
          ...FLOORS.slice(height + 1).map((above) => `^packages/${above}/`),
          '^apps/',
          '^bench/',
          '^test/',
        ],
      },
    })),
    {
      name: 'packages-know-no-program',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'programs-know-no-other',
      comment: 'the command `tickscope` is made of asking and operating in one file',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/cli/src/program\\.ts$' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'asking-reaches-no-database',
      severity: 'error',
      from: { path: '^apps/cli/' },
      to: { path: '^packages/(core/store|serve/(accounts|queries)|operate/(embedded|verify))/' },
    },
    {
      name: 'rules-know-the-model-alone',
      severity: 'error',
      from: { path: '^packages/core/sandwich/src/rules/' },
      to: { path: '^packages/core/sandwich/src/engine/' },
    },
    {
      name: 'the-model-decides-nothing',
      severity: 'error',
      from: { path: '^packages/core/sandwich/src/model/' },
      to: { path: '^packages/core/sandwich/src/(rules|engine)/' },
    },
    {
      name: 'questions-know-no-document',
      severity: 'error',
      from: { path: '^packages/serve/queries/' },
      to: { path: '^packages/serve/schemas/' },
    },
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    exclude: { path: [OUTSIDE, '/dist/', '\\.gen\\.ts$'] },
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ['tickscope:source', 'import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
