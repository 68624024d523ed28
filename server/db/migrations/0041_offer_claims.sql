CREATE TABLE "offer_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"offer_id" uuid NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"reward_type" text NOT NULL,
	"value" text NOT NULL,
	"amount" numeric(20, 2),
	"bonus_id" uuid,
	"spins" integer,
	"needs_approval" boolean DEFAULT false NOT NULL,
	"outcome" text DEFAULT 'PENDING' NOT NULL,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"reason_code" text,
	"store_code" text,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_spins" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"spins" integer NOT NULL,
	CONSTRAINT "user_spins_spins" CHECK (spins >= 0)
);
--> statement-breakpoint
ALTER TABLE "offer_claims" ADD CONSTRAINT "offer_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_claims" ADD CONSTRAINT "offer_claims_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_claims" ADD CONSTRAINT "offer_claims_bonus_id_bonuses_id_fk" FOREIGN KEY ("bonus_id") REFERENCES "public"."bonuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_claims" ADD CONSTRAINT "offer_claims_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_spins" ADD CONSTRAINT "user_spins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_claims_claimed_at" ON "offer_claims" USING btree ("claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_store_code_claimed_at" ON "offer_claims" USING btree ("store_code","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_user_id_claimed_at" ON "offer_claims" USING btree ("user_id","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_store_code_user_id_claimed_at" ON "offer_claims" USING btree ("store_code","user_id","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_offer_id_claimed_at" ON "offer_claims" USING btree ("offer_id","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_store_code_offer_id_claimed_at" ON "offer_claims" USING btree ("store_code","offer_id","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_source_claimed_at" ON "offer_claims" USING btree ("source","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_store_code_source_claimed_at" ON "offer_claims" USING btree ("store_code","source","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_outcome_claimed_at" ON "offer_claims" USING btree ("outcome","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_store_code_outcome_claimed_at" ON "offer_claims" USING btree ("store_code","outcome","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_user_id_offer_id_claimed_at" ON "offer_claims" USING btree ("user_id","offer_id","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_store_code_user_id_offer_id_claimed_at" ON "offer_claims" USING btree ("store_code","user_id","offer_id","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_user_id_source_claimed_at" ON "offer_claims" USING btree ("user_id","source","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_store_code_user_id_source_claimed_at" ON "offer_claims" USING btree ("store_code","user_id","source","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_user_id_outcome_claimed_at" ON "offer_claims" USING btree ("user_id","outcome","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_store_code_user_id_outcome_claimed_at" ON "offer_claims" USING btree ("store_code","user_id","outcome","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_offer_id_outcome_claimed_at" ON "offer_claims" USING btree ("offer_id","outcome","claimed_at","id");--> statement-breakpoint
CREATE INDEX "offer_claims_store_code_offer_id_outcome_claimed_at" ON "offer_claims" USING btree ("store_code","offer_id","outcome","claimed_at","id");--> statement-breakpoint
-- What was promised never changes; a claim is decided once, and where it needs an approval it is credited only with one.
CREATE FUNCTION "keep_offer_claim"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.user_id, NEW.offer_id, NEW.claimed_at, NEW.reward_type, NEW.value, NEW.amount, NEW.bonus_id, NEW.spins, NEW.needs_approval)
		IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.offer_id, OLD.claimed_at, OLD.reward_type, OLD.value, OLD.amount, OLD.bonus_id, OLD.spins, OLD.needs_approval) THEN
		RAISE EXCEPTION 'what was claimed never changes' USING ERRCODE = '23514', CONSTRAINT = 'offer_claim_immutable';
	END IF;
	IF OLD.outcome <> NEW.outcome AND NOT (
		(OLD.outcome = 'PENDING' AND NEW.outcome = 'REJECTED')
		OR (OLD.outcome = 'PENDING' AND NEW.outcome = 'CREDITED' AND NOT OLD.needs_approval)
		OR (OLD.outcome = 'PENDING' AND NEW.outcome = 'APPROVED' AND OLD.needs_approval)
		OR (OLD.outcome = 'APPROVED' AND EXISTS (SELECT FROM approvals a WHERE a.subject_type = 'offer_claim' AND a.subject_id = NEW.id
			AND a.status = CASE NEW.outcome WHEN 'CREDITED' THEN 'APPROVED' WHEN 'REJECTED' THEN 'REJECTED' ELSE 'EXPIRED' END))) THEN
		RAISE EXCEPTION 'a claim does not change from % to %', OLD.outcome, NEW.outcome
			USING ERRCODE = '23514', CONSTRAINT = 'offer_claim_outcome';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "offer_claims_change" BEFORE UPDATE ON "offer_claims" FOR EACH ROW EXECUTE FUNCTION "keep_offer_claim"();
--> statement-breakpoint
CREATE TRIGGER "offer_claims_kept" BEFORE DELETE ON "offer_claims" FOR EACH ROW EXECUTE FUNCTION "refuse_approval_change"();
