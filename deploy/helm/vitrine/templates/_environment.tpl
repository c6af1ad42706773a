{{/* Variables of backups, of sign-in with OpenID Connect and of traces, as far as they are configured. */}}
{{- define "vitrine.optionalEnvironment" -}}
{{- with .Values.backup }}
{{- if .to }}
- name: VITRINE_BACKUP_TO
  value: {{ .to | quote }}
- name: VITRINE_BACKUP_SCHEDULE
  value: {{ .schedule | quote }}
- name: VITRINE_BACKUP_KEEP
  value: {{ .keep | quote }}
{{- if hasPrefix "s3:" .to }}
- name: VITRINE_BACKUP_S3_REGION
  value: {{ .s3.region | quote }}
{{- if .s3.endpoint }}
- name: VITRINE_BACKUP_S3_ENDPOINT
  value: {{ .s3.endpoint | quote }}
{{- end }}
{{- if .s3.existingSecret }}
- name: AWS_ACCESS_KEY_ID
  valueFrom:
    secretKeyRef: { name: {{ .s3.existingSecret }}, key: {{ .s3.accessKeyIdKey }} }
- name: AWS_SECRET_ACCESS_KEY
  valueFrom:
    secretKeyRef: { name: {{ .s3.existingSecret }}, key: {{ .s3.secretAccessKeyKey }} }
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.oidc }}
{{- if .issuer }}
- name: VITRINE_OIDC_ISSUER
  value: {{ .issuer | quote }}
- name: VITRINE_OIDC_CLIENT_ID
  value: {{ .clientId | quote }}
- name: VITRINE_OIDC_CLIENT_SECRET
  valueFrom:
    secretKeyRef: { name: {{ .existingSecret }}, key: {{ .clientSecretKey }} }
- name: VITRINE_OIDC_NAME
  value: {{ .name | quote }}
- name: VITRINE_OIDC_DEFAULT_ROLE
  value: {{ .defaultRole }}
{{- if .domains }}
- name: VITRINE_OIDC_DOMAINS
  value: {{ join "," .domains | quote }}
{{- end }}
{{- if .roleClaim }}
- name: VITRINE_OIDC_ROLE_CLAIM
  value: {{ .roleClaim | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.telemetry.otlpEndpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- end -}}
