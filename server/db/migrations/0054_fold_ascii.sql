-- The same results in a fifth to a ninth of the time for text in ASCII, which has no accents. It is not STRICT, because PostgreSQL does
-- not inline a strict function that contains CASE; for NULL the result is still NULL.
CREATE OR REPLACE FUNCTION "fold"(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT CASE WHEN octet_length(value) = length(value) THEN lower(value COLLATE "und-x-icu") ELSE
	normalize(translate(replace(replace(replace(replace(
		lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670\u0640]', '', 'g') COLLATE "und-x-icu"),
		'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'đðłøıħŧς', 'ddloihtσ'), NFC) END
$$;
