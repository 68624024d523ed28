-- One state for each record: people and the database call it by one name. Whoever decides a jackpot or a referral is kept with it.
ALTER TABLE "user_documents" RENAME COLUMN "outcome" TO "status";--> statement-breakpoint
ALTER TABLE "user_bonuses" RENAME COLUMN "outcome" TO "status";--> statement-breakpoint
ALTER TABLE "offer_claims" RENAME COLUMN "outcome" TO "status";--> statement-breakpoint
ALTER TABLE "referrals" RENAME COLUMN "outcome_reason" TO "status_reason";--> statement-breakpoint
-- As before, with the name that the state has everywhere.
CREATE OR REPLACE FUNCTION "keep_bonus_grant"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.user_id, NEW.bonus_id, NEW.bonus_version, NEW.amount, NEW.wagering_required)
		IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.bonus_id, OLD.bonus_version, OLD.amount, OLD.wagering_required) THEN
		RAISE EXCEPTION 'what was granted never changes' USING ERRCODE = '23514', CONSTRAINT = 'bonus_grant_immutable';
	END IF;
	IF OLD.status <> NEW.status AND NOT (
		(OLD.status = 'GRANTED' AND NEW.status = 'ACTIVE' AND EXISTS (SELECT FROM approvals a
			WHERE a.subject_type = 'bonus_grant' AND a.subject_id = NEW.id AND a.status = 'APPROVED'))
		OR (OLD.status = 'GRANTED' AND NEW.status = 'REVOKED' AND EXISTS (SELECT FROM approvals a
			WHERE a.subject_type = 'bonus_grant' AND a.subject_id = NEW.id AND a.status IN ('REJECTED', 'EXPIRED', 'CANCELLED')))
		OR (OLD.status = 'ACTIVE' AND NEW.status IN ('COMPLETED', 'FORFEITED', 'REVOKED'))) THEN
		RAISE EXCEPTION 'a grant does not change from % to %', OLD.status, NEW.status
			USING ERRCODE = '23514', CONSTRAINT = 'bonus_grant_status';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_offer_claim"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.user_id, NEW.offer_id, NEW.claimed_at, NEW.reward_type, NEW.value, NEW.amount, NEW.bonus_id, NEW.spins, NEW.needs_approval)
		IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.offer_id, OLD.claimed_at, OLD.reward_type, OLD.value, OLD.amount, OLD.bonus_id, OLD.spins, OLD.needs_approval) THEN
		RAISE EXCEPTION 'what was claimed never changes' USING ERRCODE = '23514', CONSTRAINT = 'offer_claim_immutable';
	END IF;
	IF OLD.status <> NEW.status AND NOT (
		(OLD.status = 'PENDING' AND NEW.status = 'REJECTED')
		OR (OLD.status = 'PENDING' AND NEW.status = 'CREDITED' AND NOT OLD.needs_approval)
		OR (OLD.status = 'PENDING' AND NEW.status = 'APPROVED' AND OLD.needs_approval)
		OR (OLD.status = 'APPROVED' AND EXISTS (SELECT FROM approvals a WHERE a.subject_type = 'offer_claim' AND a.subject_id = NEW.id
			AND a.status = CASE NEW.status WHEN 'CREDITED' THEN 'APPROVED' WHEN 'REJECTED' THEN 'REJECTED' ELSE 'EXPIRED' END))) THEN
		RAISE EXCEPTION 'a claim does not change from % to %', OLD.status, NEW.status
			USING ERRCODE = '23514', CONSTRAINT = 'offer_claim_status';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
ALTER INDEX "user_documents_outcome_submitted_at" RENAME TO "user_documents_status_submitted_at";--> statement-breakpoint
ALTER INDEX "user_documents_store_code_outcome_submitted_at" RENAME TO "user_documents_store_code_status_submitted_at";--> statement-breakpoint
ALTER INDEX "user_documents_outcome_doc_type_submitted_at" RENAME TO "user_documents_status_doc_type_submitted_at";--> statement-breakpoint
ALTER INDEX "user_documents_store_code_outcome_doc_type_submitted_at" RENAME TO "user_documents_store_code_status_doc_type_submitted_at";--> statement-breakpoint
ALTER INDEX "user_documents_outcome_risk_level_submitted_at" RENAME TO "user_documents_status_risk_level_submitted_at";--> statement-breakpoint
ALTER INDEX "user_documents_store_code_outcome_risk_level_submitted_at" RENAME TO "user_documents_store_code_status_risk_level_submitted_at";--> statement-breakpoint
ALTER INDEX "user_documents_outcome_country_submitted_at" RENAME TO "user_documents_status_country_submitted_at";--> statement-breakpoint
ALTER INDEX "user_documents_store_code_outcome_country_submitted_at" RENAME TO "user_documents_store_code_status_country_submitted_at";--> statement-breakpoint
ALTER INDEX "user_bonuses_outcome_granted_at" RENAME TO "user_bonuses_status_granted_at";--> statement-breakpoint
ALTER INDEX "user_bonuses_store_code_outcome_granted_at" RENAME TO "user_bonuses_store_code_status_granted_at";--> statement-breakpoint
ALTER INDEX "user_bonuses_outcome_expires_at" RENAME TO "user_bonuses_status_expires_at";--> statement-breakpoint
ALTER INDEX "user_bonuses_store_code_outcome_expires_at" RENAME TO "user_bonuses_store_code_status_expires_at";--> statement-breakpoint
ALTER INDEX "user_bonuses_user_id_outcome_granted_at" RENAME TO "user_bonuses_user_id_status_granted_at";--> statement-breakpoint
ALTER INDEX "offer_claims_outcome_claimed_at" RENAME TO "offer_claims_status_claimed_at";--> statement-breakpoint
ALTER INDEX "offer_claims_store_code_outcome_claimed_at" RENAME TO "offer_claims_store_code_status_claimed_at";--> statement-breakpoint
ALTER INDEX "offer_claims_user_id_outcome_claimed_at" RENAME TO "offer_claims_user_id_status_claimed_at";--> statement-breakpoint
ALTER INDEX "offer_claims_offer_id_outcome_claimed_at" RENAME TO "offer_claims_offer_id_status_claimed_at";--> statement-breakpoint
ALTER INDEX "offer_claims_store_code_offer_id_outcome_claimed_at" RENAME TO "offer_claims_store_code_offer_id_status_claimed_at";--> statement-breakpoint
ALTER TABLE "jackpot_records" ADD COLUMN "decided_by_id" uuid;--> statement-breakpoint
ALTER TABLE "jackpot_records" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jackpot_records" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "jackpot_records" ADD COLUMN "claim_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offer_claims" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "offer_claims" ADD COLUMN "claim_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "decided_by_id" uuid;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "referrals" ADD COLUMN "claim_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "jackpot_records" ADD CONSTRAINT "jackpot_records_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_decided_by_id_staff_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;
