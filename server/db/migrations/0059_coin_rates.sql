ALTER TABLE "crypto_coins" ALTER COLUMN "rate_source" SET DEFAULT 'FEED';--> statement-breakpoint
ALTER TABLE "crypto_coins" ADD COLUMN "requested_rate" numeric(30, 8);--> statement-breakpoint
-- Nobody sets a rate alone, whoever decides proves who they are, and a rate has no amount.
INSERT INTO "approval_policies" ("policy", "alone_up_to", "one_up_to", "step_up_from") VALUES ('COIN_RATE', NULL, NULL, 0);--> statement-breakpoint
INSERT INTO "approval_subjects" ("subject_type", "subject_table", "row_column", "row_table", "record", "audited_as") VALUES
	('coin_rate', 'crypto_coins', 'id', 'crypto_coins', 'cryptoCoin', 'CryptoCoins');
--> statement-breakpoint
CREATE TRIGGER "crypto_coins_approvals" AFTER UPDATE ON "crypto_coins" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{}');--> statement-breakpoint
-- A fixed rate becomes only the requested one, once, and while the last request about the coin is approved. A requested rate is written only
-- where its request waits: a later change of it cancels that request.
CREATE FUNCTION "keep_rate"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF NEW.requested_rate IS NOT NULL AND NEW.requested_rate IS DISTINCT FROM OLD.requested_rate AND NOT EXISTS (SELECT FROM approvals a
		WHERE a.subject_type = 'coin_rate' AND a.subject_id = NEW.id AND a.status = 'PENDING') THEN
		RAISE EXCEPTION 'a rate is requested with its approval' USING ERRCODE = '23514', CONSTRAINT = 'rate_unapproved';
	END IF;
	-- A check refuses a rate beside the feed.
	IF NEW.rate_source = 'FIXED' AND NEW.fixed_rate IS NOT NULL AND NEW.fixed_rate IS DISTINCT FROM OLD.fixed_rate THEN
		IF NEW.fixed_rate IS DISTINCT FROM OLD.requested_rate OR 'APPROVED' IS DISTINCT FROM (SELECT a.status FROM approvals a
			WHERE a.subject_type = 'coin_rate' AND a.subject_id = NEW.id ORDER BY a.requested_at DESC, a.id DESC LIMIT 1) THEN
			RAISE EXCEPTION 'a fixed rate needs its approval' USING ERRCODE = '23514', CONSTRAINT = 'rate_unapproved';
		END IF;
		NEW.requested_rate := NULL;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "crypto_coins_rate" BEFORE UPDATE OF "fixed_rate", "requested_rate" ON "crypto_coins" FOR EACH ROW
	EXECUTE FUNCTION "keep_rate"();
