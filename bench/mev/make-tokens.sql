-- Names of the tokens of every second pool; those of the others are unknown.
INSERT INTO tokens (mint, symbol, name, decimals, source)
SELECT
    toFixedString(concat(reinterpretAsFixedString(cityHash64('mint', number * 2)), 'made up for a benchmark.'), 32),
    concat('TOK', toString(number)), concat('Token ', toString(number)), 6, 'metaplex'
FROM numbers(25000)
