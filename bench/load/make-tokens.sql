-- What the tokens of every other pool call themselves; of the others nobody knows.
INSERT INTO tokens (mint, symbol, name, decimals, source)
SELECT
    toFixedString(concat(reinterpretAsFixedString(cityHash64('mint', number * 2)), 'made up for a benchmark.'), 32),
    concat('TOK', toString(number)), concat('Token ', toString(number)), 6, 'metaplex'
FROM numbers(25000)
