ALTER TABLE "approval_subjects" ADD COLUMN "written_by" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Whoever did one of the subject's `written_by` to the row never decides about it, whoever has asked, refused or changed it since.
CREATE OR REPLACE FUNCTION "approval_refusal"(a approvals, person uuid, at timestamptz) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT CASE
		WHEN a.status <> 'PENDING' OR a.expires_at <= greatest(at, now()) THEN 'approval_settled'
		WHEN person = a.requested_by OR person = a.edited_by OR person = approval_editor(a) THEN 'approval_own'
		WHEN EXISTS (SELECT FROM approval_subjects s JOIN audit_events e ON e.subject_type = s.audited_as AND e.subject_id = a.row_id::text
			WHERE s.subject_type = a.subject_type AND e.action = ANY (s.written_by) AND e.result = 'OK' AND e.actor_id = person) THEN 'approval_own'
		WHEN EXISTS (SELECT FROM approval_decisions d WHERE d.approval_id = a.id AND d.staff_id = person) THEN 'approval_decided'
		ELSE approval_right_refusal(a, person)
		END
$$;
